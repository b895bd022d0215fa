import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createDurably, makeFolderDurably } from "../durable-files.ts";
import { StartError } from "../postgres/start-error.ts";
import { rows, sql, type Reader } from "../sql/database.ts";
import type { KnownKeysRow } from "./signing-key.sql-types.ts";

/** What the instance signs with: Ed25519, one key for all that it signs. */
export type SigningKey = {
  id: string;
  /** The raw 32 bytes of the public half. */
  publicKey: Buffer;
  /** Over the text's UTF-8; base64url. */
  sign(text: string): string;
};

export type PublicKey = { id: string; publicKey: Buffer; since: number };

/** `openssl genpkey -algorithm ed25519` makes such a file. */
const keyFileName = "signing-key.pem";
/** The raw key is the end of its DER form. */
const rawBytes = 32;
const derHead = Buffer.from("302a300506032b6570032100", "hex");

/**
 * The key of SIGNING_KEY_FILE, which lies outside the data folder: whoever takes the folder cannot sign.
 * Without the setting a simulated instance makes one in a folder beside its data folder, `<DATA_DIR>-keys`;
 * where that cannot be written, as in a container, in the data folder itself, and `warn` is told.
 *
 * @throws StartError where a live instance names none, where the file lies in the data folder, may be read
 * by others, is missing, or holds no such key.
 */
export async function loadSigningKey(
  {
    signingKeyFile,
    dataDir,
    kind,
  }: { signingKeyFile: string | null; dataDir: string; kind: "simulated" | "live" },
  warn: (text: string) => void,
): Promise<SigningKey> {
  if (signingKeyFile !== null) {
    if (isWithin(dataDir, signingKeyFile)) {
      throw new StartError("SIGNING_KEY_FILE must lie outside DATA_DIR.");
    }
    return readKey(signingKeyFile);
  }
  if (kind === "live") {
    throw new StartError(
      "A live instance needs SIGNING_KEY_FILE, a key outside DATA_DIR: openssl genpkey -algorithm ed25519 -out <file>.",
    );
  }
  return readKey(await madeKeyFile(dataDir, warn));
}

/** Where a simulated instance keeps its key unless a setting names it; made where there is none. */
async function madeKeyFile(dataDir: string, warn: (text: string) => void): Promise<string> {
  const within = join(dataDir, "keys", keyFileName);
  const beside = join(dirname(dataDir), `${basename(dataDir)}-keys`, keyFileName);
  if (existsSync(beside)) return beside;
  if (existsSync(within)) return within;
  try {
    await makeKeyFile(beside);
    return beside;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
    warn("the signing key is kept in the data folder: set SIGNING_KEY_FILE to keep it outside");
    await makeKeyFile(within);
    return within;
  }
}

/** On the disk when it resolves; whoever comes second keeps the first one's. */
async function makeKeyFile(path: string): Promise<void> {
  await makeFolderDurably(dirname(path));
  const { privateKey } = generateKeyPairSync("ed25519");
  await createDurably(path, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}

function readKey(path: string): SigningKey {
  if (!existsSync(path)) throw new StartError(`The signing key ${path} is not there.`);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new StartError(`Others may read the signing key: run chmod 600 ${path}`);
  }
  let secret: KeyObject;
  try {
    secret = createPrivateKey(readFileSync(path));
  } catch {
    throw new StartError(`${path} holds no private key in PEM.`);
  }
  if (secret.asymmetricKeyType !== "ed25519") throw new StartError(`${path} is no Ed25519 key.`);
  const der = createPublicKey(secret).export({ type: "spki", format: "der" });
  const publicKey = der.subarray(der.length - rawBytes);
  return {
    id: keyIdOf(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), secret).toString("base64url"),
  };
}

function keyIdOf(publicKey: Buffer): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}

export function isSignedBy(publicKey: Buffer, text: string, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([derHead, publicKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way !== "" && !way.startsWith("..");
}

/** Writes the public half down, once, so that it is published for good. */
export async function rememberKey(reader: Reader, { id, publicKey }: SigningKey): Promise<void> {
  await sql`INSERT INTO signing_key (id, public_key) VALUES (${id}, ${publicKey})
    ON CONFLICT DO NOTHING`.execute(reader);
}

/** Every key that was ever signed with, the oldest first. */
export async function knownKeys(reader: Reader): Promise<PublicKey[]> {
  const found = await rows(
    reader,
    sql<KnownKeysRow>`
      SELECT id, public_key, since FROM signing_key ORDER BY since, id`,
  );
  return found.map(({ id, public_key: publicKey, since }) => ({ id, publicKey, since }));
}
