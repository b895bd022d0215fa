import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let port: number;
beforeAll(async () => {
  app = await startTestApplication();
  port = Number(new URL(await app.context.http.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => app.stop());

/** What the server writes before it closes the connection. */
function answerTo(request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  return text(socket);
}

const config =
  "POST /api/vue/common/config HTTP/1.1\r\nHost: sanshi.example\r\nConnection: close\r\n";

describe("what is hardly a request", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400, "invalid_request"],
    ["another protocol's version", "GET / HTTP/7.3\r\n\r\n", 400, "invalid_request"],
    [
      "two lengths",
      `${config}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      "invalid_request",
    ],
    [
      "a length and chunks",
      `${config}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      "invalid_request",
    ],
    ["huge headers", `${config}x-a: ${"a".repeat(100_000)}\r\n\r\n`, 413, "payload_too_large"],
    [
      "a path that cannot be decoded",
      "GET /%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      400,
      "invalid_request",
    ],
    ["a method that no call has", config.replace("POST", "DELETE") + "\r\n", 404, "not_found"],
    [
      "a path out of the folder",
      "GET /api/../../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      404,
      "not_found",
    ],
  ])("is answered in the envelope: %s", async (_name, request, status, msg) => {
    const [head = "", body = ""] = (await answerTo(request)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(body)).toEqual({ status: 0, msg, data: null });
  });
});

describe("a request that takes too long to arrive", () => {
  it.each([
    [
      "with a body that stalls",
      `${config}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nq=1`,
    ],
    ["with half a head", config],
  ])("ends with 408, %s", async (_name, request) => {
    const { server } = app.context.http.fastify;
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000]);
    // As if the thirty seconds were short; how often connections are looked at stays as it is.
    Object.assign(server, { requestTimeout: 50, headersTimeout: 50 });
    try {
      const [head = "", body = ""] = (await answerTo(request)).split("\r\n\r\n");
      expect(head).toMatch(/^HTTP\/1.1 408 /);
      expect(JSON.parse(body)).toEqual({ status: 0, msg: "request_timeout", data: null });
    } finally {
      Object.assign(server, { requestTimeout: 30_000, headersTimeout: 30_000 });
    }
  });
});

describe("a connection that wants to be a stream", () => {
  const upgrade =
    "GET /api/vue/nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

  it("may break off at any moment without ending the server", async () => {
    const arrived = Promise.withResolvers<NodeJS.EventEmitter>();
    app.context.http.fastify.server.once("upgrade", (_request, socket) => arrived.resolve(socket));
    const client = connect(port, "127.0.0.1");
    client.on("error", () => undefined);
    client.write(upgrade);
    const socket = await arrived.promise;
    expect(() => socket.emit("error", new Error("read ECONNRESET"))).not.toThrow();
    client.resetAndDestroy();
  });

  it("is let go once it is refused, also where the client holds on", async () => {
    const arrived = Promise.withResolvers<NodeJS.EventEmitter>();
    app.context.http.fastify.server.once("upgrade", (_request, socket) => {
      socket.once("close", () => arrived.resolve(socket));
    });
    const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    client.write(upgrade);
    client.resume();
    await arrived.promise;
    client.destroy();
  });
});

/** The system's own bound: 4,096 on today's Linux, less elsewhere. */
const boundFile = "/proc/sys/net/core/somaxconn";
const systemMax = existsSync(boundFile) ? Number(readFileSync(boundFile, "utf8")) : 100;
/** Connects so many times and counts those that are through, in a thread of its own. */
const crowd = `
  const { connect } = require("node:net");
  const { port, count, through } = require("node:worker_threads").workerData;
  for (let one = 0; one < count; one += 1) {
    const socket = connect(port, "127.0.0.1", () => {
      Atomics.add(through, 0, 1);
      Atomics.notify(through, 0);
    });
    socket.on("error", () => undefined);
  }
`;

it("a crowd's connections wait until a busy server takes them, and none is lost", async () => {
  const count = Math.min(800, systemMax);
  const through = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(crowd, { eval: true, workerData: { port, count, through } });
  // Nothing is taken as long as this thread waits.
  for (let seen = 0; seen < count; seen = Atomics.load(through, 0)) {
    if (Atomics.wait(through, 0, seen, 20_000) === "timed-out") break;
  }
  expect(Atomics.load(through, 0)).toBe(count);
  await worker.terminate();
});
