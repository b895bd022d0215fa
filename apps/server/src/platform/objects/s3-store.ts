import { checkObjectName, type ObjectStore } from "./object-store.ts";
import { sendToS3, urlOfObject, type S3Settings } from "./s3-request.ts";

/** Any store that speaks S3. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const urlOf = (name: string) => urlOfObject(settings, checkObjectName(name));
  return {
    async put(name, bytes) {
      await sendToS3(settings, { method: "PUT", url: urlOf(name), body: bytes });
    },
    get: (name) => sendToS3(settings, { method: "GET", url: urlOf(name), body: Buffer.alloc(0) }),
    async remove(name) {
      await sendToS3(settings, { method: "DELETE", url: urlOf(name), body: Buffer.alloc(0) });
    },
  };
}
