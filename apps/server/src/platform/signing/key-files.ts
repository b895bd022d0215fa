import { createPrivateKey, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createDurably, makeFolderDurably } from "../durable-files.ts";
import { liesWithin } from "../lies-within.ts";
import { StartError } from "../postgres/start-error.ts";

/** What a key's file is called, which setting names another one, and how the key is made where there is none. */
type MadeKey = { name: string; setting: string; make: () => KeyObject };

/** Where a simulated instance keeps a key unless a setting names it; made where there is none. */
export async function madeKeyFile(
  dataDir: string,
  { name, setting, make }: MadeKey,
  warn: (text: string) => void,
): Promise<string> {
  const within = join(dataDir, "keys", name);
  const beside = join(dirname(dataDir), `${basename(dataDir)}-keys`, name);
  if (existsSync(beside)) return beside;
  if (existsSync(within)) return within;
  try {
    await makeKeyFile(beside, make);
    return beside;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
    warn(`${name} is kept in the data folder: set ${setting} to keep it outside`);
    await makeKeyFile(within, make);
    return within;
  }
}

/** On the disk when it resolves; whoever comes second keeps the first one's. */
async function makeKeyFile(path: string, make: () => KeyObject): Promise<void> {
  await makeFolderDurably(dirname(path));
  await createDurably(path, make().export({ type: "pkcs8", format: "pem" }).toString());
}

/** @throws StartError where it is missing, may be read by others, or holds no key. */
export function readSecretKey(path: string, called: string): KeyObject {
  if (!existsSync(path)) throw new StartError(`The ${called} ${path} is not there.`);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new StartError(`Others may read the ${called}: run chmod 600 ${path}`);
  }
  try {
    return createPrivateKey(readFileSync(path));
  } catch {
    throw new StartError(`${path} holds no private key in PEM.`);
  }
}

/** @throws StartError where the file lies in the data folder: whoever takes the folder must not have the key. */
export function outside(dataDir: string, path: string, setting: string): string {
  if (liesWithin(path, dataDir)) {
    throw new StartError(`${setting} must lie outside DATA_DIR.`);
  }
  return path;
}
