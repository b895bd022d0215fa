import {
  photoBytesMax,
  photoPixelsMax,
  photoSideMin,
  type PhotoType,
  type RefusalCode,
} from "@sanshi/contract";

type PhotoObjection = { code: RefusalCode; params: Record<string, string> };
type PhotoHeader = { type: PhotoType; width: number; height: number };

/**
 * What speaks against a photo before anything decodes it: its bytes alone are looked at, never its name
 * or the type that was sent with it.
 */
export function checkPhoto(
  bytes: Buffer,
  field: string,
): { ok: true; header: PhotoHeader } | { ok: false; objection: PhotoObjection } {
  const object = (code: RefusalCode, params: Record<string, string> = {}) =>
    ({ ok: false, objection: { code, params: { field, ...params } } }) as const;
  if (bytes.length > photoBytesMax) {
    return object("photo_too_large", { max: String(photoBytesMax / 1024 / 1024) });
  }
  const type = typeOf(bytes);
  if (type === null) return object("photo_type_not_accepted");
  const size = sizeReaders[type](bytes);
  if (size === null || size.width === 0 || size.height === 0) return object("photo_unreadable");
  if (size.width * size.height > photoPixelsMax) {
    return object("photo_pixels_too_many", {
      max: String(photoPixelsMax / 10_000),
      megapixels: String(photoPixelsMax / 1_000_000),
    });
  }
  if (Math.min(size.width, size.height) < photoSideMin) {
    return object("photo_too_small", { min: String(photoSideMin) });
  }
  return { ok: true, header: { type, ...size } };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function typeOf(bytes: Buffer): PhotoType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (bytes.subarray(0, 8).equals(pngStart)) return "image/png";
  const isWebp = textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP";
  return isWebp ? "image/webp" : null;
}

type Size = { width: number; height: number };

const sizeReaders: Record<PhotoType, (bytes: Buffer) => Size | null> = {
  "image/jpeg": jpegSize,
  "image/png": pngSize,
  "image/webp": webpSize,
};

/** The first chunk of a PNG is its header. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || textAt(bytes, 12) !== "IHDR") return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** From segment to segment, until the one that starts a frame. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // The picture itself began without a frame.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** Three kinds of WebP, each with its size in another place. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  const kind = textAt(bytes, 12);
  if (kind === "VP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8 ") return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
