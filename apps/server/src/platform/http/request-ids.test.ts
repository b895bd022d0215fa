import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import type { Sessions } from "../sessions.ts";
import { createHttpServer } from "./http-server.ts";

/** A server whose log is read, with the one call that the test handles. */
function startLogged(onConfig: (log: ReturnType<typeof createLog>) => Promise<never>) {
  const written = new PassThrough();
  const lines: Record<string, unknown>[] = [];
  written.on("data", (part: Buffer) => {
    for (const line of part.toString().trim().split("\n")) lines.push(JSON.parse(line));
  });
  const log = createLog("info", written);
  const sessions: Sessions = {
    resolve: () => Promise.resolve(null),
    open: () => Promise.reject(new Error("nobody signs in here")),
    forget: () => undefined,
    onEnded: () => undefined,
  };
  const http = createHttpServer({ sessions, log, checkAnswers: false });
  http.handle("/common/config", () => onConfig(log));
  return { fastify: http.fastify, lines };
}

describe("the id of a request", () => {
  it("stands in every log line of the request and in the answer of a fault", async () => {
    const { fastify, lines } = startLogged(async (log) => {
      log.info("at once");
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.warn("after a wait");
      throw new Error("a fault of ours");
    });
    const payload = { url: "/api/vue/common/config", method: "POST" } as const;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const answers = await Promise.all([
      fastify.inject({ ...payload, headers: form, payload: "type=all" }),
      fastify.inject(payload),
    ]);
    const ids = answers.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(2);
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(500);
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
    }
    await expect.poll(() => lines.length).toBe(6);
    for (const id of ids) {
      const ofRequest = lines.filter(({ request }) => request === id).map(({ msg }) => msg);
      expect(ofRequest).toEqual(["at once", "after a wait", "a call failed"]);
    }
  });

  it("is ours: a header of the caller's changes nothing", async () => {
    const { fastify } = startLogged(() => Promise.reject(new Error("a fault of ours")));
    const answer = await fastify.inject({
      method: "POST",
      url: "/api/vue/common/config",
      headers: { "request-id": "forged", "x-request-id": "forged" },
    });
    expect(answer.headers["x-request-id"]).not.toBe("forged");
  });
});
