import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { photoBytesMax, type Call } from "@sanshi/contract";

const partsMax = 64;
const headersBytesMax = 2_048;

type Fields = Record<string, string | File>;

/**
 * Reads a whole `multipart/form-data` body: files become `File`, everything else stays text. Answers
 * null where it is no such form: a field given twice, a broken part, bytes that are not UTF-8. What a
 * part says of its name and type is not believed by anybody who comes after.
 */
export function parseMultipart(body: Buffer, contentType: string): Promise<Fields | null> {
  return new Promise((resolve) => {
    const fields: Fields = Object.create(null);
    const parser = parserOf(contentType);
    if (parser === null) return resolve(null);
    const refuseForm = () => {
      resolve(null);
      parser.removeAllListeners("file").destroy();
    };
    parser.on("file", (name: string | undefined, stream, fileName: string | undefined) => {
      if (name === undefined || name === "" || name.includes(replaced) || name in fields) {
        return refuseForm();
      }
      // Taken at once: a part of the same name is one too many before this one has ended.
      fields[name] = "";
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", refuseForm);
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const value = fileName === undefined ? textOf(bytes) : fileOf(bytes);
        if (value === null) return refuseForm();
        // A browser sends an empty part for a file that nobody chose.
        if (fileName === "" && bytes.length === 0) delete fields[name];
        else fields[name] = value;
      });
    });
    parser.on("partsLimit", refuseForm).on("error", refuseForm);
    parser.on("finish", () => resolve(fields));
    parser.end(body);
  });
}

/** Every part as bytes, so that a text is held to UTF-8 by us; null without a boundary. */
function parserOf(contentType: string): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: partsMax, headerSize: headersBytesMax },
    });
  } catch {
    return null;
  }
}

/** What the parser puts where a name's bytes are not UTF-8. */
const replaced = "\uFFFD";

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

type UploadPlaces = {
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
