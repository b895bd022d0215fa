import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "../../apps/server/src/platform/objects/s3-request.ts";

const region = "eu-test-1";
const secretAccessKey = "a secret of the test";

export type S3Server = {
  settings: S3Settings;
  /** By `/bucket/name`. */
  objects: Map<string, Buffer>;
  /** The statuses that were answered. */
  answered: number[];
  /** So many of the next requests are answered with 503. */
  failNext(count: number): void;
  close(): void;
};

/** A store that believes nobody: it signs each request again, by itself, and compares. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const answered: number[] = [];
  let faultsLeft = 0;

  function answerTo(request: IncomingMessage, body: Buffer): number {
    if (faultsLeft > 0) {
      faultsLeft -= 1;
      return 503;
    }
    if (!isSigned(request, body)) return 403;
    const key = request.url ?? "";
    if (key.includes("?list-type=2")) return 200;
    if (request.method === "PUT") objects.set(key, body);
    if (request.method === "DELETE") objects.delete(key);
    return request.method === "GET" && !objects.has(key) ? 404 : 200;
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const status = answerTo(request, Buffer.concat(parts));
      answered.push(status);
      const found = listed(objects, request.url ?? "") ?? objects.get(request.url ?? "");
      response.writeHead(status);
      response.end(status === 200 && request.method === "GET" ? found : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}/`,
      bucket: "documents",
      region,
      accessKeyId: "test",
      secretAccessKey,
    },
    objects,
    answered,
    failNext: (count) => void (faultsLeft = count),
    close: () => void server.close(),
  };
}

/** A page of two, so that whoever lists has to ask on; null for any other request. */
function listed(objects: ReadonlyMap<string, Buffer>, address: string): string | null {
  const url = new URL(address, "http://localhost");
  if (url.searchParams.get("list-type") !== "2") return null;
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = url.searchParams.get("start-after") ?? "";
  const names = [...objects.keys()]
    .filter((key) => key.startsWith(`${url.pathname}/`))
    .map((key) => key.slice(url.pathname.length + 1))
    .filter((name) => name.startsWith(prefix) && name > after)
    .toSorted();
  const page = names.slice(0, 2).map((name) => `<Contents><Key>${name}</Key></Contents>`);
  return `<ListBucketResult><IsTruncated>${names.length > 2}</IsTruncated>${page.join("")}</ListBucketResult>`;
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
  const [path, query = ""] = (request.url ?? "").split("?");
  const canonical = `${request.method}\n${path}\n${query}\n${lines.join("")}\n${names}\n${sha(body)}`;
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
