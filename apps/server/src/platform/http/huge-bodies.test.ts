import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let port: number;
beforeAll(async () => {
  app = await startTestApplication();
  const { fastify } = app.context.http;
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  port = (fastify.server.address() as AddressInfo).port;
});
afterAll(() => app.stop());

const operators = { path: "/api/ops/sign-in", type: "application/json" };
const customers = { path: "/api/vue/user/login", type: "application/x-www-form-urlencoded" };
const customersInJson = { path: customers.path, type: "application/json" };

const depth = 32_000;
const arrays = `${"[".repeat(depth)}${"]".repeat(depth)}`;
const megabyte = "a".repeat(1024 * 1024);

/** Over a socket, as a stranger sends it: with its length, or in pieces whose sum nobody knows before. */
async function answerTo(
  to: { path: string; type: string },
  body: string,
  headers: Record<string, string> = { "content-length": String(Buffer.byteLength(body)) },
): Promise<{ status: number | undefined; body: unknown }> {
  const sent = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: to.path,
    agent: false,
    headers: { "content-type": to.type, ...headers },
  });
  // The server may close the connection before it has read what it refuses.
  sent.on("error", () => undefined);
  sent.end(body);
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, body: await json(answer) };
}

async function isAlive(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return answer.ok;
}

describe("a stranger's huge body at a sign-in", () => {
  it.each([
    ["operators', as the whole body", operators, arrays, 400],
    ["operators', as a field", operators, `{"email":${arrays},"password":"a"}`, 400],
    ["operators', as a field's name", operators, `{"${arrays}":"a"}`, 400],
    ["customers', as a field", customers, `account=${arrays}&password=a`, 400],
    [
      "customers', as a passkey's answer",
      customers,
      `account=1234567890&password=a&response=${arrays}`,
      400,
    ],
    ["customers', as a field's name", customers, `account${"[a]".repeat(20_000)}=1`, 400],
    ["customers', in JSON", customersInJson, arrays, 415],
  ])("is refused: 32,000 nested arrays, %s", async (_name, to, body, status) => {
    const answer = await answerTo(to, body);
    expect(answer).toMatchObject({
      status,
      body: { status: 0, msg: status === 400 ? "invalid_request" : "unsupported_media_type" },
    });
    // Nor does it come back.
    expect(JSON.stringify(answer).length).toBeLessThan(1_000);
    expect(await isAlive()).toBe(true);
  });

  it.each([
    ["operators'", operators, `{"email":"${megabyte}","password":"a"}`],
    ["customers'", customers, `account=${megabyte}&password=a`],
    ["customers', in JSON", customersInJson, `{"account":"${megabyte}"}`],
  ])("is refused: a flat megabyte, %s", async (_name, to, body) => {
    const refused = { status: 413, body: { status: 0, msg: "payload_too_large", data: null } };
    expect(await answerTo(to, body)).toEqual(refused);
    expect(await answerTo(to, body, { "transfer-encoding": "chunked" })).toEqual(refused);
    expect(await isAlive()).toBe(true);
  });
});
