import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../apps/server/src/context.ts";
import { streamFeature, streamLimits } from "../../apps/server/src/market/stream/stream.ts";
import { createQuoteBoard } from "../../apps/server/src/market-feed/quote-board.ts";
import { createHttpServer } from "../../apps/server/src/platform/http/http-server.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { createMetrics } from "../../apps/server/src/platform/metrics.ts";
import { busyBeatMs, type FromServer, type ToServer } from "./messages.ts";
import { createBusyFeed } from "./busy-feed.ts";
import { benchClock } from "./clock.ts";

/**
 * The server's own stream over the busy feed, in a process of its own. Everybody is signed in
 * without a database, which the stream asks only when somebody comes.
 */
const log = createLog("error");
let customers = 0n;
const sessions: Context["sessions"] = {
  resolve: async (_token, account) => {
    customers += 1n;
    return { customerId: customers, account, sessionId: "", state: "active" };
  },
  open: () => Promise.reject(new Error("nobody registers here")),
  forget: () => undefined,
  onEnded: () => undefined,
};
const http = createHttpServer({ sessions, log, checkAnswers: false });
const quotes = createQuoteBoard(createBusyFeed(benchClock, busyBeatMs), benchClock);
const nothing = () => undefined;
streamFeature(
  {
    http,
    quotes,
    sessions,
    log,
    metrics: createMetrics(),
    // Nobody here resumes: there is no database to look into.
    database: undefined as never,
    clock: {
      ...benchClock,
      realNow: benchClock.now,
      synchronise: async () => undefined,
      onChanged: nothing,
      onStepped: nothing,
      stop: async () => undefined,
    },
    events: { publish: nothing, subscribe: nothing, stop: async () => undefined },
    listener: {
      connected: () => true,
      on: nothing,
      onReconnected: nothing,
      close: async () => undefined,
    },
  },
  streamLimits,
);
quotes.start();
await http.fastify.listen({ port: 0, host: "127.0.0.1" });
// What runs once, compiles once: not a client's memory.
await pause(2_000);

const tell = (message: FromServer) => process.send!(message);
process.on("message", (question: ToServer) => {
  const { user, system } = process.cpuUsage();
  if (question === "usage") {
    tell({ kind: "usage", cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() });
  }
});
process.once("disconnect", () => process.exit());
tell({ kind: "listening", port: (http.fastify.server.address() as AddressInfo).port });
