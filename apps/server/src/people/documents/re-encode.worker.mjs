import { buffer } from "node:stream/consumers";
import sharp from "sharp";

// A process of its own, for one photo: what a decoder does wrong, it does here, where there is no key, no
// database and nobody else's memory. It reads the photo and writes it anew; ends with 1 where it cannot. Plain
// JavaScript, as Node loads what strips types anew in each process: a third of what a photo costs.

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
const pixelsMax = Number(process.argv[2]);

try {
  const made = await sharp(await buffer(process.stdin), {
    limitInputPixels: pixelsMax,
    failOn: "error",
    sequentialRead: true,
    pages: 1,
  })
    .rotate()
    .resize({ width: sideMax, height: sideMax, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .jpeg({ quality, progressive: false })
    .toBuffer();
  process.stdout.end(made);
} catch {
  process.exitCode = 1;
}
