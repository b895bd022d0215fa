import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { StartError } from "../postgres/start-error.ts";
import { rows, sql, type Reader } from "../sql/database.ts";
import { madeKeyFile, outside, readSecretKey } from "./key-files.ts";
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
    return readKey(outside(dataDir, signingKeyFile, "SIGNING_KEY_FILE"));
  }
  if (kind === "live") {
    throw new StartError(
      "A live instance needs SIGNING_KEY_FILE, a key outside DATA_DIR: openssl genpkey -algorithm ed25519 -out <file>.",
    );
  }
  const made = { name: keyFileName, setting: "SIGNING_KEY_FILE", make: newKey };
  return readKey(await madeKeyFile(dataDir, made, warn));
}

function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

function readKey(path: string): SigningKey {
  const secret = readSecretKey(path, "signing key");
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

/**
 * Writes the public half down, once, so that it is published for good. Whether it is a further one: a folder that
 * was restored, or whose key was lost, signs anew.
 */
export async function rememberKey(reader: Reader, { id, publicKey }: SigningKey): Promise<boolean> {
  const known = await knownKeys(reader);
  await sql`INSERT INTO signing_key (id, public_key) VALUES (${id}, ${publicKey})
    ON CONFLICT DO NOTHING`.execute(reader);
  return known.length > 0 && known.every((one) => one.id !== id);
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
