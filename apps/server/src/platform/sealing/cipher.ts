import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random nonce; `purpose` must be the same to decrypt: nothing is put elsewhere. */
export function encrypt(key: Buffer, plain: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** @throws where the key, the purpose or a single bit is another one. */
export function decrypt(key: Buffer, encrypted: Buffer, purpose: string): Buffer {
  const nonce = encrypted.subarray(0, nonceBytes);
  const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  const plain = decipher.update(encrypted.subarray(nonceBytes + tagBytes));
  // It checks the tag; a mode that encrypts as a stream leaves nothing for it.
  decipher.final();
  return plain;
}
