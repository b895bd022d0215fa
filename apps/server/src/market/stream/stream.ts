import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { streamMessageBytesMax, streamPath } from "@sanshi/contract/stream";
import { WebSocketServer } from "ws";
import type { Context } from "../../context.ts";
import { addGauge } from "../../platform/metrics.ts";
import { slotCount, slotMs } from "./frame-slots.ts";
import { StreamHub, type StreamLimits } from "./hub.ts";
import { createLiveSymbols } from "./live-symbols.ts";
import { isOwnOrigin } from "./stream.rules.ts";

export type { StreamLimits } from "./hub.ts";

export const streamLimits: StreamLimits = {
  connectionsMax: 20_000,
  waitingMax: 1_000,
  perCustomerMax: 20,
  signInMsMax: 5_000,
  pingEveryMs: 20_000,
};

const acceptorOptions = {
  noServer: true,
  clientTracking: false,
  // Compression costs more memory and time per connection than it saves bytes here.
  perMessageDeflate: false,
  maxPayload: streamMessageBytesMax,
  // How long a client that is being closed may take to say goodbye.
  closeTimeout: 2_000,
};

type StreamContext = Pick<
  Context,
  "http" | "database" | "quotes" | "sessions" | "events" | "clock" | "listener" | "log" | "metrics"
>;

/** Serves the WebSocket at `streamPath` until the HTTP server closes. */
export function streamFeature(context: StreamContext, limits: StreamLimits = streamLimits): void {
  const live = createLiveSymbols(context.quotes);
  const hub = new StreamHub(context, live, limits);
  const named = { name: "stream_connections", help: "Who listens.", labels: ["state"] };
  addGauge(context.metrics, named, () => {
    const { signedIn, waiting } = hub.connectionCounts();
    return [
      [{ state: "signed_in" }, signedIn],
      [{ state: "waiting" }, waiting],
    ];
  });
  context.sessions.onEnded((ended) => hub.sessionEnded(ended));
  context.listener.onReconnected(() => hub.checkAllSessions());
  context.clock.onChanged(() => hub.sendClock());
  context.events.subscribe((customerId, event) => hub.tell(customerId, event));

  // Set anew for every turn: an interval would slip by a millisecond a time and lose turns.
  let turnTimer = setTimeout(turn, slotMs);
  function turn(): void {
    hub.turn(performance.now());
    turnTimer = setTimeout(turn, slotMs - (performance.now() % slotMs));
  }
  const heartbeatTimer = setInterval(() => hub.heartbeat(), limits.pingEveryMs / slotCount);

  const acceptor = new WebSocketServer(acceptorOptions);
  const { fastify } = context.http;
  fastify.server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // From here on the socket is ours: one that breaks with nobody listening would end the process.
    socket.on("error", ignore);
    const refusal = refusalOf(request, hub.isFull());
    if (refusal !== null) {
      socket.write(refusal);
      return void socket.destroySoon();
    }
    acceptor.handleUpgrade(request, socket, head, (webSocket) => hub.open(webSocket, socket));
  });
  fastify.addHook("preClose", async () => {
    clearTimeout(turnTimer);
    clearInterval(heartbeatTimer);
    live.stop();
    hub.closeAll();
  });
}

/** One for all sockets: ten thousand of them stay in memory at once. */
function ignore(): void {}

/** The HTTP answer to an upgrade that is not accepted, or null. */
function refusalOf({ url = "", headers }: IncomingMessage, isFull: boolean): string | null {
  if (url.split("?", 1)[0] !== streamPath) return httpAnswer("404 Not Found");
  if (!isOwnOrigin(headers.origin, headers.host)) return httpAnswer("403 Forbidden");
  return isFull ? httpAnswer("503 Service Unavailable", "Retry-After: 1\r\n") : null;
}

function httpAnswer(status: string, header = ""): string {
  return `HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`;
}
