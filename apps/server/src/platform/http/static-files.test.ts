import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveWebApp } from "./static-files.ts";

const script = "console.log('三市');";
let root: string;
const server = fastify();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sanshi-web-"));
  const folder = join(root, "dist");
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(root, "secret.txt"), "outside");
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "csp.json"), JSON.stringify({ script: ["sha256-abc="], style: [] }));
  await writeFile(join(folder, "assets", "index-1a2b.js"), script);
  await writeFile(join(folder, "assets", "index-1a2b.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "assets", "index-1a2b.js.gz"), gzipSync(script));
  await writeFile(join(folder, "assets", "index-1a2b.js.map"), "{}");
  serveWebApp(server, { folder, base: "/" });
  serveWebApp(server, { folder: join(root, "not-built"), base: "/backoffice/" });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: "GET", url, headers });

describe("the web app", () => {
  it("serves the page fresh every time, and nothing where the browser has it", async () => {
    const page = await get("/");
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
    });
    const etag = String(page.headers.etag);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get("/", { "if-none-match": tag });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
    expect((await get("/", { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  it("lets browsers keep hashed files for ever", async () => {
    const { headers } = await get("/assets/index-1a2b.js");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["identity", undefined],
    ["", undefined],
  ])("answers %j with the encoding %s", async (accepted, encoding) => {
    const { headers, rawPayload } = await get("/assets/index-1a2b.js", {
      "accept-encoding": accepted,
    });
    const bodies = {
      br: brotliCompressSync(script),
      gzip: gzipSync(script),
      plain: Buffer.from(script),
    };
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["vary"]).toBe("accept-encoding");
    expect(rawPayload.equals(bodies[(encoding ?? "plain") as keyof typeof bodies])).toBe(true);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/../../secret.txt",
    "//secret.txt",
    "/%00",
    "/%E0%A4%A",
    "/csp.json",
    "/assets/index-1a2b.js.br",
    "/assets/index-1a2b.js.map",
    "/assets/",
    "/api/vue/unknown",
  ])("has nothing at %s", async (path) => {
    const answer = await get(path);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain("outside");
  });

  it("lets the page run only what the build wrote, and speak only to its own server", async () => {
    const { headers } = await get("/", { host: "sanshi.example:3000" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/; connect-src 'self'$/);
    expect(policy).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("has one policy, whatever host the caller names", async () => {
    const policies = ["a; script-src *", "evil.example", "sanshi.example:3000"].map(
      async (host) => (await get("/", { host })).headers["content-security-policy"],
    );
    expect(new Set(await Promise.all(policies)).size).toBe(1);
  });

  it("asks browsers to stay on https only where they came by it", async () => {
    expect((await get("/")).headers["strict-transport-security"]).toBeUndefined();
    const secure = await get("/", { "x-forwarded-proto": "https" });
    expect(secure.headers["strict-transport-security"]).toContain("max-age=");
  });

  it("says how to build what is not built", async () => {
    const answer = await get("/backoffice/");
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain("npm start");
    expect((await get("/backoffice")).headers.location).toBe("/backoffice/");
  });
});
