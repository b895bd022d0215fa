import { calls, type Call, type CallPath } from "@sanshi/contract";
import sharp from "sharp";

/** A form with files, as a browser sends it. */
export async function multipartOf(
  fields: Iterable<readonly [name: string, value: unknown]>,
): Promise<{ contentType: string; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  const request = new Response(form);
  return {
    contentType: request.headers.get("content-type") ?? "",
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

export function takesFiles(path: CallPath): boolean {
  return (calls[path] as Call).files !== undefined;
}

let made = 0;

/** A photo that is like no other. */
export async function testPhoto(width = 800, height = 500): Promise<File> {
  made += 1;
  const bytes = await sharp({
    create: {
      width,
      height,
      channels: 3,
      // Far apart: neighbouring shades become the same JPEG.
      background: { r: (made * 37) % 256, g: (made * 101) % 256, b: 90 },
    },
  })
    // Colours that are almost the same can come out as the very same picture.
    .withExif({ IFD0: { ImageDescription: `photo ${made}` } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], `photo-${made}.jpg`, { type: "image/jpeg" });
}
