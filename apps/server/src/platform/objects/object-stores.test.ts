import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startS3Server, type S3Server } from "../../../../../tests/support/s3-server.ts";
import { createFolderStore } from "./folder-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { signedHeaders } from "./s3-signature.ts";
import type { S3Settings } from "./s3-request.ts";
import { createS3Store } from "./s3-store.ts";

describe("a signature", () => {
  const credentials = {
    region: "us-east-1",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const at = Date.parse("2013-05-24T00:00:00Z");

  // The worked examples of Amazon's own documentation of Signature Version 4.
  it("of a GET is the one that Amazon documents", () => {
    const headers = signedHeaders(
      {
        method: "GET",
        url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
        body: Buffer.alloc(0),
        headers: { range: "bytes=0-9" },
      },
      credentials,
      at,
    );
    expect(headers["authorization"]).toContain(
      "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
  });

  it("of a PUT is the one that Amazon documents", () => {
    const headers = signedHeaders(
      {
        method: "PUT",
        url: new URL("https://examplebucket.s3.amazonaws.com/test%24file.text"),
        body: Buffer.from("Welcome to Amazon S3."),
        headers: {
          date: "Fri, 24 May 2013 00:00:00 GMT",
          "x-amz-storage-class": "REDUCED_REDUNDANCY",
        },
      },
      credentials,
      at,
    );
    expect(headers["authorization"]).toContain(
      "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    );
  });
});

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  server.answered.length = 0;
});
afterAll(() => server.close());

const s3 = (changed: Partial<S3Settings> = {}): ObjectStore =>
  createS3Store({ ...server.settings, ...changed });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-objects-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each<[string, () => ObjectStore]>([
  ["a folder", () => createFolderStore(join(folder, "documents"))],
  ["S3", () => s3()],
])("%s", (_name, make) => {
  it("gives back what was put there, bit by bit, until it is removed", async () => {
    const store = make();
    const bytes = randomBytes(70_000);
    await store.put("object-number-one", bytes);
    expect((await store.get("object-number-one")).equals(bytes)).toBe(true);
    await store.remove("object-number-one");
    await expect(store.get("object-number-one")).rejects.toThrow();
    await store.remove("object-number-one");
  });

  it.each(["../../etc/passwd", "a/b/c/d/e/f/g", "", ".hidden-object", "object\u0000name"])(
    "takes no path for a name: %j",
    async (name) => {
      await expect((async () => make().get(name))()).rejects.toThrow("not the name of an object");
    },
  );
});

describe("a folder", () => {
  it("is its owner's alone, and holds nothing half written", async () => {
    const place = join(folder, "private");
    await createFolderStore(place).put("object-number-two", Buffer.from("x"));
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect((await stat(join(place, "object-number-two"))).mode & 0o777).toBe(0o600);
    expect(await readdir(place)).toEqual(["object-number-two"]);
  });
});

describe("S3", () => {
  it("is asked again where it answers with a passing fault, and not for ever", async () => {
    server.failNext(2);
    await s3().put("object-number-three", Buffer.from("x"));
    expect(server.answered).toEqual([503, 503, 200]);
    server.failNext(3);
    await expect(s3().get("object-number-three")).rejects.toThrow("returned 503");
  });

  it("refuses a wrong secret, once", async () => {
    await expect(
      s3({ secretAccessKey: "another secret" }).put("object-number-four", Buffer.from("x")),
    ).rejects.toThrow("returned 403");
    expect(server.answered).toEqual([403]);
  });
});
