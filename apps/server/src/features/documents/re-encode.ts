import { photoPixelsMax } from "@sanshi/contract";
import sharp from "sharp";

// Only what photos need: every other loader (SVG, PDF, TIFF, GIF …) stays shut, whatever the bytes say.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

/** Enough to read the smallest print on an ID. */
const sideMax = 2_400;
const quality = 86;
const secondsMax = 10;
const atOnceMax = 2;

export type Picture = { bytes: Buffer; width: number; height: number };

/**
 * Decodes a photo and writes it anew as JPEG, upright and without anything but its pixels: no metadata,
 * no place where it was taken, nothing hidden behind it. Null where it cannot be decoded.
 */
export async function reencode(bytes: Buffer): Promise<Picture | null> {
  return inTurn(async () => {
    try {
      const { data, info } = await sharp(bytes, {
        limitInputPixels: photoPixelsMax,
        failOn: "error",
        sequentialRead: true,
        pages: 1,
      })
        .rotate()
        .resize({ width: sideMax, height: sideMax, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .jpeg({ quality, progressive: false })
        .timeout({ seconds: secondsMax })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      return null;
    }
  });
}

let running = 0;
const waiting: (() => void)[] = [];

/** More at once would take memory and processor from the trading. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
