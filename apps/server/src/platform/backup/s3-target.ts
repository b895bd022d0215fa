import { S3Fault, sendToS3, urlOfObject, type S3Settings } from "../objects/s3-request.ts";
import { checkBackupPath, type BackupTarget } from "./backup-target.ts";

const nothing = Buffer.alloc(0);
/** A thousand paths a page: more pages than a year's backups have. */
const pagesMax = 10_000;

/** A bucket of any store that speaks S3, which should keep what is overwritten or removed there. */
export function createS3Target(settings: S3Settings): BackupTarget {
  const urlOf = (path: string) => urlOfObject(settings, checkBackupPath(path));
  const get = (path: string) =>
    sendToS3(settings, { method: "GET", url: urlOf(path), body: nothing });
  return {
    name: `s3://${settings.bucket}`,
    async put(path, bytes) {
      await sendToS3(settings, { method: "PUT", url: urlOf(path), body: bytes });
    },
    get,
    async find(path) {
      try {
        return await get(path);
      } catch (error) {
        if (error instanceof S3Fault && error.status === 404) return null;
        throw error;
      }
    },
    list: (prefix) => listAll(settings, prefix),
    async remove(path) {
      await sendToS3(settings, { method: "DELETE", url: urlOf(path), body: nothing });
    },
  };
}

async function listAll(settings: S3Settings, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const url = urlOfObject(settings);
    // In the order of their names, as the signature wants them.
    url.searchParams.set("list-type", "2");
    url.searchParams.set("prefix", prefix);
    if (after !== undefined) url.searchParams.set("start-after", after);
    const text = (await sendToS3(settings, { method: "GET", url, body: nothing })).toString();
    // The names are ours and need no unescaping.
    const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
    found.push(...keys);
    if (keys.length === 0 || !/<IsTruncated>true<\/IsTruncated>/.test(text)) break;
    after = keys.at(-1);
  }
  return found.toSorted();
}
