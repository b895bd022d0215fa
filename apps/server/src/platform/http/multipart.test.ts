import fc from "fast-check";
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

/** What a program of another make could send, and what no program sends. */
const raw = (text: string) =>
  parseMultipart(Buffer.from(text.replaceAll("\n", "\r\n")), contentType);

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
    ["no end", [{ name: "a", value: "1" }], ""],
  ])("is none with %s", async (_what, parts, end) => {
    expect(await parse(parts, end)).toBeNull();
  });

  it.each(["", "garbage", "--XX"])("is none where the body is %j", async (body) => {
    expect(await parseMultipart(Buffer.from(body), contentType)).toBeNull();
  });

  it("is none without a boundary", async () => {
    expect(
      await parseMultipart(bodyOf([{ name: "a", value: "1" }]), "multipart/form-data"),
    ).toBeNull();
  });

  it("is none with a name that is not UTF-8", async () => {
    const body = Buffer.from(
      '--XX\r\ncontent-disposition: form-data; name="a\u00ff"\r\n\r\n1\r\n--XX--\r\n',
      "latin1",
    );
    expect(await parseMultipart(body, contentType)).toBeNull();
  });

  it("takes a field named like what objects inherit for what it is", async () => {
    const form = await parse([{ name: "__proto__", value: "1" }]);
    expect(Object.keys(form ?? {})).toEqual(["__proto__"]);
  });
});

describe("a form of another make", () => {
  const line = 'content-disposition: form-data; name="a"';
  it.each([
    ["headers in capitals", `--XX\nCONTENT-DISPOSITION: FORM-DATA; NAME="a"\n\n1\n--XX--\n`],
    ["more headers", `--XX\ncontent-type: text/plain\n${line}\nx: y\n\n1\n--XX--\n`],
    ["a name without quotes", `--XX\ncontent-disposition: form-data; name=a\n\n1\n--XX--\n`],
    ["no last line end", `--XX\n${line}\n\n1\n--XX--`],
    ["a preamble", `x\n--XX\n${line}\n\n1\n--XX--\n`],
    ["an epilogue", `--XX\n${line}\n\n1\n--XX--\nx`],
    [
      "endless headers, of which it looks at the first",
      `--XX\n${line}\nx: ${"y".repeat(3_000)}\n\n1\n--XX--\n`,
    ],
  ])("with %s is read too", async (_what, text) => expect(await raw(text)).toEqual({ a: "1" }));

  it("with a file's name in another alphabet has a file", async () => {
    const form = await raw(`--XX\n${line}; filename*=utf-8''%E5%86%99.jpg\n\n1\n--XX--\n`);
    expect(form?.["a"]).toBeInstanceOf(File);
  });

  it("is read as the platform reads it, whatever is in it", async () => {
    const part = fc.record({
      name: fc.stringMatching(/^[a-z_]{1,12}$/),
      value: fc.string({ unit: "grapheme" }),
    });
    const field = fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(field, fc.uint8Array({ maxLength: 300 }), async (parts, bytes) => {
        const form = new FormData();
        for (const { name, value } of parts) form.append(name, value);
        form.append("THE_FILE", new File([new Uint8Array(bytes)], "a.jpg"));
        const sent = new Response(form);
        const type = sent.headers.get("content-type") ?? "";
        const body = Buffer.from(await sent.arrayBuffer());
        const read = await parseMultipart(body, type);
        const file = read?.["THE_FILE"] as File;
        expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(bytes));
        const again = await new Response(body, { headers: { "content-type": type } }).formData();
        for (const { name } of parts) expect(read?.[name]).toBe(again.get(name));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["a part without a name", `--XX\ncontent-disposition: form-data\n\n1\n--XX--\n`],
    [
      "a hundred parts",
      `${Array.from({ length: 100 }, (_, at) => `--XX\n${line.replace('"a"', `"a${at}"`)}\n\n1\n`).join("")}--XX--\n`,
    ],
  ])("with %s is none", async (_what, text) => expect(await raw(text)).toBeNull());

  it.each([
    ["says nothing", `--XX\n\n1\n--XX--\n`],
    ["is no form data", `--XX\ncontent-disposition: attachment; name="a"\n\n1\n--XX--\n`],
    ["has no line of its own", `--XX\u0000${line}\n\n1\n--XX--\n`],
  ])("leaves out a part that %s", async (_what, text) => expect(await raw(text)).toEqual({}));
});

describe("places for uploads", () => {
  it("are one for a customer and few for all", async () => {
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
