import { photoBytesMax, type Call } from "@sanshi/contract";

/**
 * Reads a whole `multipart/form-data` body: files become `File`, everything else stays text. Answers
 * null where it is no such form: a field given twice, a broken part, bytes that are not UTF-8. What a
 * part says of its name and type is not believed by anybody who comes after. Of our own because it
 * copies no more than the files: the platform's parser holds a large form five times.
 */
export function parseMultipart(
  body: Buffer,
  contentType: string,
): Record<string, string | File> | null {
  const boundary = boundaryOf(contentType);
  const parts = boundary === null ? null : partsOf(body, boundary);
  if (parts === null) return null;
  const fields: Record<string, string | File> = Object.create(null);
  for (const part of parts) {
    const field = readPart(part);
    if (field === null || field.name === "" || field.name in fields) return null;
    // A browser sends an empty part for a file that nobody chose.
    if (field.fileName === "" && field.bytes.length === 0) continue;
    const value = field.fileName === null ? textOf(field.bytes) : fileOf(field.bytes);
    if (value === null) return null;
    fields[field.name] = value;
  }
  return fields;
}

function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

const partsMax = 64;

/** What stands between the boundaries; null where the body does not begin and end with one. */
function partsOf(body: Buffer, boundary: string): Buffer[] | null {
  const opening = Buffer.from(`--${boundary}`);
  if (!body.subarray(0, opening.length).equals(opening)) return null;
  const separator = Buffer.from(`\r\n--${boundary}`);
  const parts: Buffer[] = [];
  for (let at = opening.length; parts.length <= partsMax;) {
    const next = body.toString("latin1", at, at + 2);
    if (next === "--") return isEnd(body.subarray(at + 2)) ? parts : null;
    if (next !== "\r\n") return null;
    // From the line's end, so that a part without headers is seen as one.
    const end = body.indexOf(separator, at);
    if (end === -1) return null;
    parts.push(body.subarray(at + 2, end));
    at = end + separator.length;
  }
  return null;
}

function isEnd(rest: Buffer): boolean {
  return rest.length === 0 || rest.equals(Buffer.from("\r\n"));
}

type Part = { name: string; fileName: string | null; bytes: Buffer };

const headersBytesMax = 2_048;

function readPart(part: Buffer): Part | null {
  const end = part.subarray(0, headersBytesMax).indexOf("\r\n\r\n");
  const headers = end === -1 ? null : textOf(part.subarray(0, end));
  const disposition = headers
    ?.split("\r\n")
    .map((line) => /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line)?.[1])
    .find((found) => found !== undefined);
  if (disposition === undefined) return null;
  const name = parameterOf(disposition, "name");
  if (name === null) return null;
  const isFile = /;\s*filename\*?=/i.test(disposition);
  const fileName = isFile ? (parameterOf(disposition, "filename") ?? "unnamed") : null;
  return { name, fileName, bytes: part.subarray(end + 4) };
}

function parameterOf(disposition: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s";]+))`, "i").exec(disposition);
  return match?.[1] ?? match?.[2] ?? null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Without a name: nobody is to use what the client called it. */
function fileOf(bytes: Buffer): File {
  return new File([new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) as BlobPart], "");
}

/** The most that a form of this call may have, the texts included; a photo above its limit is told so. */
export function multipartBytesMax(call: Call): number {
  return (call.files?.length ?? 0) * (photoBytesMax + slackBytes) + slackBytes;
}

/** Room to say "at most 8 MB" to a photo that has a little more, rather than to cut the line. */
const slackBytes = 1024 * 1024;

/** Bodies of this kind are large, so only few are held at a time, and one of a customer. */
export const uploadsInFlightMax = 4;

export type UploadPlaces = {
  /** False where this customer is uploading already, or everybody together too much. */
  take(customer: string): boolean;
  free(customer: string): void;
};

export function createUploadPlaces(): UploadPlaces {
  const uploading = new Set<string>();
  return {
    take(customer) {
      if (uploading.has(customer) || uploading.size >= uploadsInFlightMax) return false;
      uploading.add(customer);
      return true;
    },
    free: (customer) => void uploading.delete(customer),
  };
}
