import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFolderStore } from "./folder-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { signedHeaders } from "./s3-signature.ts";
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

const secretAccessKey = "a secret of the test";
/** A store that believes nobody: it signs each request again, by itself, and compares. */
let server: Server;
let objects: Map<string, Buffer>;
let faultsLeft = 0;
let answered: number[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const status = answerTo(request, body);
      answered.push(status);
      const found = objects.get(request.url ?? "");
      response.writeHead(status);
      response.end(status === 200 && request.method === "GET" ? found : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  objects = new Map();
  answered = [];
});
afterAll(() => server.close());

function answerTo(request: IncomingMessage, body: Buffer): number {
  if (faultsLeft > 0) {
    faultsLeft -= 1;
    return 503;
  }
  if (!isSigned(request, body)) return 403;
  const key = request.url ?? "";
  if (request.method === "PUT") objects.set(key, body);
  if (request.method === "DELETE") objects.delete(key);
  return request.method === "GET" && !objects.has(key) ? 404 : 200;
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=test\/(\d{8})\/eu-test-1\/s3\/aws4_request,SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (given === null) return false;
  const [, date = "", names = "", signature] = given;
  const sha = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
  const mac = (key: Buffer | string, text: string) =>
    createHmac("sha256", key).update(text).digest();
  const lines = names.split(";").map((name) => `${name}:${String(request.headers[name])}\n`);
  const canonical = `${request.method}\n${request.url}\n\n${lines.join("")}\n${names}\n${sha(body)}`;
  const time = String(request.headers["x-amz-date"]);
  const isRecent = Math.abs(Date.parse(isoOf(time)) - Date.now()) < 900_000;
  const key = ["eu-test-1", "s3", "aws4_request"].reduce<Buffer>(
    mac,
    mac(`AWS4${secretAccessKey}`, date),
  );
  const expected = mac(
    key,
    `AWS4-HMAC-SHA256\n${time}\n${date}/eu-test-1/s3/aws4_request\n${sha(canonical)}`,
  ).toString("hex");
  return (
    isRecent &&
    names.split(";").includes("host") &&
    request.headers["x-amz-content-sha256"] === sha(body) &&
    expected === signature
  );
}

function isoOf(time: string): string {
  return time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
}

function s3(secret = secretAccessKey): ObjectStore {
  const { port } = server.address() as AddressInfo;
  return createS3Store({
    endpoint: `http://127.0.0.1:${port}/`,
    bucket: "documents",
    region: "eu-test-1",
    accessKeyId: "test",
    secretAccessKey: secret,
  });
}

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
    faultsLeft = 2;
    await s3().put("object-number-three", Buffer.from("x"));
    expect(answered).toEqual([503, 503, 200]);
    faultsLeft = 3;
    await expect(s3().get("object-number-three")).rejects.toThrow("answered 503");
    faultsLeft = 0;
  });

  it("refuses a wrong secret, once", async () => {
    await expect(s3("another secret").put("object-number-four", Buffer.from("x"))).rejects.toThrow(
      "answered 403",
    );
    expect(answered).toEqual([403]);
  });
});
