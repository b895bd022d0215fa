import { createHash, randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { decrypt, encrypt } from "../../platform/sealing/cipher.ts";
import { keyBytes } from "../../platform/sealing/key-ring.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import * as store from "./documents.store.ts";
import type { DocumentPurpose, StoredDocument } from "./documents.store.ts";
import { checkPhoto } from "./photos.rules.ts";
import { reencode, type Picture } from "./re-encode.ts";

export { countSameUploads, hasOpened, type DocumentPurpose } from "./documents.store.ts";

/** A photo that was checked and written anew. */
export type Photo = Picture & { digest: Buffer };

/** A photo whose bytes are kept; it becomes a document when its row is. */
export type KeptPhoto = {
  objectName: string;
  sealedKey: Buffer;
  width: number;
  height: number;
  digest: Buffer;
};

/** What a file is taken for as an answer to "is this the same request?": its bytes, not its name. */
export async function digestOf(file: File): Promise<Buffer> {
  return createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest();
}

/** Checks a photo and writes it anew; `field` tells the refusal which of the form's it is. */
export async function takePhoto(file: File, field: string): Promise<Outcome<Photo>> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const checked = checkPhoto(bytes, field);
  if (!checked.ok) return refuse(checked.objection.code, checked.objection.params);
  const picture = await reencode(bytes);
  if (picture === null) return refuse("photo_unreadable", { field });
  return accept({ ...picture, digest: createHash("sha256").update(bytes).digest() });
}

type StoreContext = Pick<Context, "database" | "objects" | "sealer" | "log">;

/**
 * Keeps photos while `work` makes documents of them in its own transaction; whichever has become none
 * by then is removed again. What a crash leaves behind is bytes whose key nobody has.
 */
export async function withKeptPhotos<Value>(
  context: StoreContext,
  photos: readonly Photo[],
  work: (kept: readonly KeptPhoto[]) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const kept: KeptPhoto[] = [];
  try {
    for (const photo of photos) kept.push(await keepPhoto(context, photo));
    return await work(kept);
  } catch (error) {
    if (!(error instanceof ObjectStoreFault)) throw error;
    context.log.error({ err: error.cause }, "a document could not be kept");
    return refuse("upload_failed");
  } finally {
    await forgetUnused(context, kept);
  }
}

class ObjectStoreFault extends Error {}

/** Each document has a key of its own: to seal all of them anew, their keys are, and no document moves. */
async function keepPhoto({ objects, sealer }: StoreContext, photo: Photo): Promise<KeptPhoto> {
  const objectName = randomBytes(24).toString("base64url");
  const key = randomBytes(keyBytes);
  try {
    await objects.put(objectName, encrypt(key, photo.bytes, objectName));
  } catch (cause) {
    throw new ObjectStoreFault("a document could not be kept", { cause });
  }
  const { width, height, digest } = photo;
  return { objectName, sealedKey: sealer.seal(key, keyPurpose(objectName)), width, height, digest };
}

/** The database says which are in use: of a commit whose end nobody heard we know nothing else. */
async function forgetUnused(
  { database, objects, log }: StoreContext,
  kept: readonly KeptPhoto[],
): Promise<void> {
  try {
    const names = kept.map(({ objectName }) => objectName);
    const used = await store.namesInUse(database.reader, names);
    for (const name of names) if (!used.has(name)) await objects.remove(name);
  } catch (error) {
    log.warn({ err: error }, "photos that nobody took may have stayed");
  }
}

export function addDocument(
  transaction: Transaction,
  photo: KeptPhoto,
  of: { customerId: bigint; purpose: DocumentPurpose; at: number },
): Promise<bigint> {
  return store.insertDocument(transaction, { ...photo, uploadDigest: photo.digest, ...of });
}

/** The bytes of a document, for whoever was written down as looking at it. */
export async function readDocument(
  { objects, sealer }: Pick<Context, "objects" | "sealer">,
  document: StoredDocument,
): Promise<Buffer> {
  const key = sealer.open(document.sealed_key, keyPurpose(document.object_name));
  return decrypt(key, await objects.get(document.object_name), document.object_name);
}

/** What the key of a document is sealed for: it opens that document's key and nothing else. */
function keyPurpose(objectName: string): string {
  return `document:${objectName}`;
}
