import { deflateSync } from "node:zlib";
import { photoBytesMax } from "@sanshi/contract";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { checkPhoto } from "./photos.rules.ts";
import { reencode } from "./re-encode.ts";

const red = { r: 200, g: 30, b: 30 };
const photo = (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: red } });

/** A PNG whose header says whatever it likes; the rest of it is next to nothing. */
function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const objection = (bytes: Buffer) => {
  const checked = checkPhoto(bytes, "front");
  return checked.ok ? "ok" : checked.objection.code;
};

describe("a photo's bytes", () => {
  it.each(["jpeg", "png", "webp"] as const)(
    "tell that it is a %s, and how large",
    async (format) => {
      const bytes = await photo().toFormat(format).toBuffer();
      expect(checkPhoto(bytes, "front")).toEqual({
        ok: true,
        header: { type: `image/${format}`, width: 640, height: 400 },
      });
    },
  );

  it("tell the size of the other kinds of WebP and of a progressive JPEG as well", async () => {
    const kinds = await Promise.all([
      photo().webp({ lossless: true }).toBuffer(),
      photo().ensureAlpha(0.5).webp().toBuffer(),
      photo()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Copyright: "x" } })
        .toBuffer(),
    ]);
    for (const bytes of kinds) {
      const checked = checkPhoto(bytes, "front");
      expect(checked.ok && checked.header).toMatchObject({ width: 640, height: 400 });
    }
  });

  it.each<[string, Buffer, string]>([
    ["nothing", Buffer.alloc(0), "photo_type_not_accepted"],
    ["a script named .jpg", Buffer.from("<script>alert(1)</script>"), "photo_type_not_accepted"],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "photo_type_not_accepted"],
    ["a zip", Buffer.from("PK\u0003\u0004stuff"), "photo_type_not_accepted"],
    ["a PDF", Buffer.from("%PDF-1.7\n"), "photo_type_not_accepted"],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000"), "photo_type_not_accepted"],
    ["an ELF program", Buffer.from("\u007fELF"), "photo_type_not_accepted"],
    ["a JPEG's start and no more", Buffer.from([0xff, 0xd8, 0xff]), "photo_unreadable"],
    [
      "a JPEG of fill bytes",
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5000, 0xff)]),
      "photo_unreadable",
    ],
    [
      "a JPEG whose segments lead nowhere",
      Buffer.from("ffd8ffe00000ffe00000ffe0", "hex"),
      "photo_unreadable",
    ],
    ["a PNG's start and no more", Buffer.from("89504e470d0a1a0a", "hex"), "photo_unreadable"],
    [
      "a WebP's start and no more",
      Buffer.from("RIFF\u0000\u0000\u0000\u0000WEBPVP8 "),
      "photo_unreadable",
    ],
    ["no width", pngThatClaims(0, 400), "photo_unreadable"],
    ["forty megapixels", pngThatClaims(8_000, 5_000), "photo_pixels_too_many"],
    [
      "more pixels than fit a number of 32 bits",
      pngThatClaims(0xffffffff, 0xffffffff),
      "photo_pixels_too_many",
    ],
    ["a line of pixels", pngThatClaims(20_000, 1), "photo_too_small"],
    ["more bytes than are taken", Buffer.alloc(photoBytesMax + 1, 0xff), "photo_too_large"],
  ])("with %s are refused before they are decoded", (_what, bytes, code) => {
    expect(objection(bytes)).toBe(code);
  });

  it("come with the name of the form's field", () => {
    const checked = checkPhoto(Buffer.alloc(0), "receipt");
    expect(checked.ok ? null : checked.objection.params).toEqual({ field: "receipt" });
  });
});

describe("writing a photo anew", () => {
  it("keeps the picture and nothing else: no place, no camera, nothing behind its end", async () => {
    const secret = "Tokyo 35.6895N";
    const bytes = await photo()
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: "N" } })
      .withIccProfile("srgb")
      .jpeg()
      .toBuffer();
    const picture = await reencode(Buffer.concat([bytes, Buffer.from("<?php system('id') ?>")]));
    const { format, exif, icc, width, height } = await sharp(picture?.bytes).metadata();
    expect({ format, exif, icc, width, height }).toEqual({
      format: "jpeg",
      exif: undefined,
      icc: undefined,
      width: 640,
      height: 400,
    });
    expect(picture?.bytes.includes("php")).toBe(false);
    expect(picture?.bytes.includes(secret)).toBe(false);
  });

  it("turns it upright and makes it no larger than can be read", async () => {
    const turned = await photo(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const picture = await reencode(turned);
    expect([picture?.width, picture?.height]).toEqual([1600, 2400]);
  });

  it("shows what is transparent on white", async () => {
    const clear = await sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const picture = await reencode(clear);
    const { data } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(250);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ["a header without a picture", () => pngThatClaims(640, 400)],
    ["a picture cut in the middle", async () => (await photo().png().toBuffer()).subarray(0, 300)],
    [
      "an SVG",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>'),
    ],
    ["more pixels than its header said", () => pngThatClaims(8_000, 5_000)],
  ])("does not take %s", async (_what, make) => {
    expect(await reencode(await make())).toBeNull();
  });

  it("takes the first picture of a moving one", async () => {
    const frames = await sharp(
      [await photo(300, 300).png().toBuffer(), await photo(300, 300).png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer();
    const picture = await reencode(frames);
    expect([picture?.width, picture?.height]).toEqual([300, 300]);
  });
});
