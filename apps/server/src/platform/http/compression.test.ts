import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { sendCustomerData, sendData, SharedJson } from "./answers.ts";
import { compressAnswers } from "./compression.ts";

const rows = Array.from({ length: 50 }, (_, index) => ({
  code: String(7_000 + index),
  name: "三市",
}));
const server = fastify();
server.get("/rows", (_request, reply) => sendData(reply, rows));
const shared = new SharedJson(JSON.stringify(rows));
server.get("/shared", (_request, reply) => sendCustomerData(reply, shared));
server.get("/shared-short", (_request, reply) => sendCustomerData(reply, new SharedJson("[]")));
server.get("/short", (_request, reply) => sendData(reply, []));
server.get("/text", (_request, reply) => reply.type("text/plain").send("x".repeat(5_000)));
// Also after the routes: hooks hold for all of them.
compressAnswers(server);
afterAll(() => server.close());

const get = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

describe("longer answers", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
  ] as const)("for %j come as %s", async (accepted, encoding, open) => {
    const answer = await get("/rows", accepted);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["vary"]).toBe("accept-encoding");
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    expect(JSON.parse(open(answer.rawPayload).toString("utf8"))).toMatchObject({ data: rows });
  });

  it.each([undefined, "", "identity", "br;q=0, gzip;q=0"])(
    "come as they are for a client that takes %j",
    async (accepted) => {
      const answer = await get("/rows", accepted);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.json()).toMatchObject({ data: rows });
    },
  );

  it("are the same where many customers share one", async () => {
    for (const accepted of ["br, gzip", "gzip", "identity"]) {
      const own = await get("/rows", accepted);
      for (const answer of await Promise.all([
        get("/shared", accepted),
        get("/shared", accepted),
      ])) {
        expect(answer.rawPayload.equals(own.rawPayload)).toBe(true);
        const { date: _at, connection: _kept, ...headers } = answer.headers;
        expect(own.headers).toMatchObject(headers);
      }
    }
    expect((await get("/shared-short", "br")).json()).toMatchObject({ status: 1, data: [] });
  });

  it("leave short answers and other files alone", async () => {
    for (const path of ["/short", "/text"]) {
      expect((await get(path, "br")).headers["content-encoding"]).toBeUndefined();
    }
  });
});
