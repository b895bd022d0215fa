import { describe, expect, it } from "vitest";
import { createUploadPlaces, parseMultipart, uploadsInFlightMax } from "./multipart.ts";

const contentType = "multipart/form-data; boundary=XX";

type Part = { name: string; fileName?: string; value: string | Buffer };

function bodyOf(parts: readonly Part[], end = "--XX--\r\n"): Buffer {
  const pieces = parts.flatMap(({ name, fileName, value }) => [
    Buffer.from(
      `--XX\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const parse = (parts: readonly Part[], end?: string) =>
  parseMultipart(bodyOf(parts, end), contentType);

describe("a multipart form", () => {
  it("has texts and files, each under its name", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 88, 13, 10]);
    const form = await parse([
      { name: "name", value: "山田 太郎" },
      { name: "front", fileName: "a.jpg", value: bytes },
    ]);
    expect(form?.["name"]).toBe("山田 太郎");
    const file = form?.["front"];
    expect(file).toBeInstanceOf(File);
    expect(Buffer.from(await (file as File).arrayBuffer())).toEqual(bytes);
  });

  it("leaves out a file that nobody chose", async () => {
    expect(await parse([{ name: "back", fileName: "", value: "" }])).toEqual({});
  });

  it.each<[string, readonly Part[], string?]>([
    [
      "a name twice",
      [
        { name: "a", value: "1" },
        { name: "a", value: "2" },
      ],
    ],
    [
      "a text and a file of one name",
      [
        { name: "a", value: "1" },
        { name: "a", fileName: "b", value: "2" },
      ],
    ],
    ["no name", [{ name: "", value: "1" }]],
    ["bytes that are not UTF-8", [{ name: "a", value: Buffer.from([0xc3, 0x28]) }]],
    ["a name that is not UTF-8", [{ name: "\u{fffd}", value: "1" }]],
    ["no end", [{ name: "a", value: "1" }], ""],
  ])("is none with %s", async (_what, parts, end) => {
    expect(await parse(parts, end)).toBeNull();
  });

  it.each(["", "garbage", "--XX", "--XX\r\n\r\n--XX--"])(
    "is none where the body is %j",
    async (body) => {
      expect(await parseMultipart(Buffer.from(body), contentType)).toBeNull();
    },
  );

  it("is none without a boundary", async () => {
    expect(
      await parseMultipart(bodyOf([{ name: "a", value: "1" }]), "multipart/form-data"),
    ).toBeNull();
  });

  it("takes a field named like what objects inherit for what it is", async () => {
    const form = await parse([{ name: "__proto__", value: "1" }]);
    expect(Object.keys(form ?? {})).toEqual(["__proto__"]);
  });
});

describe("places for uploads", () => {
  it("are one for a customer and few for all", () => {
    const places = createUploadPlaces();
    expect(places.take("0")).toBe(true);
    expect(places.take("0")).toBe(false);
    for (let index = 1; index < uploadsInFlightMax; index += 1) {
      expect(places.take(String(index))).toBe(true);
    }
    expect(places.take("another")).toBe(false);
    places.free("0");
    expect(places.take("another")).toBe(true);
  });
});
