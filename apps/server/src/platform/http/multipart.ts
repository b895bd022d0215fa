import { photoBytesMax, type Call } from "@sanshi/contract";

/**
 * Reads a `multipart/form-data` body: files become `File`, everything else stays text. Answers null
 * where it is no such form: a field given twice, a broken part, bytes that are not UTF-8. What a part
 * says of its name and type is not believed by anybody who comes after.
 */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
): Promise<Record<string, string | File> | null> {
  const fields: Record<string, string | File> = Object.create(null);
  const form = await formDataOf(body, contentType);
  if (form === null) return null;
  for (const [name, value] of form) {
    // A browser sends an empty part for a file that nobody chose.
    if (value instanceof File && value.size === 0 && value.name === "") continue;
    if (name === "" || name in fields || isNotText(name)) return null;
    if (typeof value === "string" && isNotText(value)) return null;
    fields[name] = value;
  }
  return fields;
}

/** The most that a form of this call may have, the texts included; a photo above its limit is told so. */
export function multipartBytesMax(call: Call): number {
  return (call.files?.length ?? 0) * (photoBytesMax + slackBytes) + slackBytes;
}

/** Room to say "at most 8 MB" to a photo that has a little more, rather than to cut the line. */
const slackBytes = 1024 * 1024;

async function formDataOf(body: Buffer, contentType: string): Promise<FormData | null> {
  try {
    const headers = { "content-type": contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    return null;
  }
}

/** The decoder puts this mark where the bytes were not UTF-8. */
function isNotText(text: string): boolean {
  return text.includes("\u{fffd}");
}

/** Bodies of this kind are large, so only few are held at a time, and one of a customer. */
export const uploadsInFlightMax = 8;

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
