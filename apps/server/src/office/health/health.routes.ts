import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { customerBase } from "../../platform/http/http-server.ts";
import { accept } from "../../platform/outcome.ts";
import { createHealth } from "./health.ts";
import { addHealthMetrics } from "./metrics.ts";

/** The calls whose answers are measured: those that people wait for with money at stake. */
const measured = new Set(
  ["place-order", "cancel-order", "close-position", "amend-order"].map(
    (name) => `${customerBase}/trade/${name}`,
  ),
);

export function healthFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http, operatorHttp, settings, metrics } = context;
  const health = createHealth(context);
  addHealthMetrics(context, health);
  // Only on the orders' own routes: every other call goes on as before.
  http.fastify.addHook("onRoute", (route) => {
    if (!measured.has(route.url)) return;
    route.onResponse = (_request, reply, done) => {
      health.answered(reply.elapsedTime, reply.raw.statusCode);
      done();
    };
  });
  operatorHttp.handle("/api/ops/health", async ({ audit }) => {
    audit.about("health");
    return accept(await health.report());
  });
  http.fastify.get("/healthz", (_request, reply) => sendPlain(reply, 200, "up"));
  http.fastify.get("/readyz", async (_request, reply) => {
    const checks = await health.checks();
    const isReady = checks.every(({ ok }) => ok);
    const lines = checks.map(({ name, ok }) => `${name}: ${ok ? "ok" : "failing"}`);
    return sendPlain(reply, isReady ? 200 : 503, lines.join("\n"));
  });
  http.fastify.get("/metrics", async (request, reply) => {
    // For whoever may not read them they are not there.
    if (!mayScrape(request, settings.metricsToken)) return sendPlain(reply, 404, "not found");
    return sendPlain(reply, 200, await metrics.metrics());
  });
  return Promise.resolve({
    stop: () => health.stop(),
  });
}

function sendPlain(reply: FastifyReply, code: number, text: string): FastifyReply {
  return reply
    .code(code)
    .headers({
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .send(text.endsWith("\n") ? text : `${text}\n`);
}

const thisMachine = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
/** What a proxy on this machine says of whom it asks for. */
const forwarding = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? "", `Bearer ${token}`);
  return (
    thisMachine.has(request.ip) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? "") &&
    forwarding.every((name) => request.headers[name] === undefined)
  );
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
