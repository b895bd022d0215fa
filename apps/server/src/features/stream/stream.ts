import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { RefusalCode } from "@sanshi/contract";
import { streamMessageBytesMax, streamPath } from "@sanshi/contract/stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Context } from "../../context.ts";
import { hashToken } from "../../platform/sessions.ts";
import { closeCodes, Connection } from "./connection.ts";
import { createConnections } from "./connections.ts";
import { createFrameSlots, slotCount, slotMs } from "./frame-slots.ts";
import { createLiveSymbols } from "./live-symbols.ts";
import { isOwnOrigin, readClientMessage, spendMessage } from "./stream.rules.ts";
import { createWatchSets } from "./watch-sets.ts";

export type StreamLimits = {
  connectionsMax: number;
  /** Connected and not signed in yet; each has five seconds. */
  waitingMax: number;
  perCustomerMax: number;
  signInMsMax: number;
  /** How often a client must show that it is there. */
  pingEveryMs: number;
};

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

/** A session is looked up again after so many pings, so that its age counts here too. */
const pingsPerSessionCheck = 45;
const sessionChecksAtOnce = 8;

export type StreamContext = Pick<
  Context,
  "http" | "quotes" | "sessions" | "events" | "clock" | "listener" | "log"
>;

/** Serves the WebSocket at `streamPath` until the HTTP server closes. */
export function streamFeature(context: StreamContext, limits: StreamLimits = streamLimits): void {
  const live = createLiveSymbols(context.quotes);
  const watchSets = createWatchSets(live);
  const connections = createConnections();
  const slots = createFrameSlots<Connection>({
    boardVersion: live.version,
    now: () => context.clock.now(),
  });
  let socketCount = 0;
  const acceptor = new WebSocketServer(acceptorOptions);

  function open(webSocket: WebSocket, socket: Socket): void {
    const connection = new Connection(webSocket, socket, performance.now());
    socketCount += 1;
    connections.add(connection);
    connection.signInTimer = setTimeout(() => end(connection, "sign_in_again"), limits.signInMsMax);
    webSocket.on("message", (data: Buffer, isBinary: boolean) =>
      receive(connection, data, isBinary),
    );
    webSocket.on("close", () => {
      socketCount -= 1;
      leave(connection);
    });
    // A broken or oversized frame; the socket is closed by the library.
    webSocket.on("error", () => undefined);
  }

  function leave(connection: Connection): void {
    connection.state = "closed";
    if (connection.signInTimer !== null) clearTimeout(connection.signInTimer);
    connection.signInTimer = null;
    if (connection.slot >= 0) slots.remove(connection, connection.slot);
    connection.slot = -1;
    if (connection.watchSet !== null) watchSets.release(connection.watchSet);
    connection.watchSet = null;
    connections.remove(connection);
  }

  function receive(connection: Connection, data: Buffer, isBinary: boolean): void {
    if (connection.state === "closed") return;
    connection.hasAnswered = true;
    const allowance = spendMessage(connection.allowance, performance.now());
    if (allowance === null) return end(connection, "too_many_requests");
    connection.allowance = allowance;
    const message = isBinary ? null : readClientMessage(data.toString("utf8"));
    if (message === null) return end(connection, "invalid_request");
    if (message.op === "watch") watch(connection, message.symbols);
    if (message.op !== "sign-in") return;
    if (connection.state !== "new") return end(connection, "invalid_request");
    signIn(connection, message.token, message.account).catch((error: unknown) => {
      // A passing fault of ours: the client comes again by itself.
      context.log.warn({ err: error }, "a stream's sign-in failed");
      leave(connection);
      connection.webSocket.close(closeCodes.tryAgainLater);
    });
  }

  function end(connection: Connection, msg: RefusalCode): void {
    leave(connection);
    connection.refuse(msg, closeCodes.policy);
  }

  async function signIn(connection: Connection, token: string, account: string): Promise<void> {
    connection.state = "signing-in";
    connection.token = token;
    connection.account = account;
    // Bound before it is looked up: a session that ends in between is not missed.
    connections.bindSession(connection, hashToken(token));
    const customer = await context.sessions.resolve(token, account);
    if (connection.state !== "signing-in") return;
    if (customer === null) return end(connection, "sign_in_again");
    const count = connections.bindCustomer(connection, customer.customerId);
    if (count > limits.perCustomerMax) return end(connection, "too_many_requests");
    connection.state = "live";
    if (connection.signInTimer !== null) clearTimeout(connection.signInTimer);
    connection.signInTimer = null;
    connection.slot = slots.add(connection);
    connection.send({ op: "ready", now: context.clock.now() });
    if (connection.wantedEarly !== null) watch(connection, connection.wantedEarly);
    connection.wantedEarly = null;
  }

  function watch(connection: Connection, symbols: readonly string[]): void {
    if (connection.state === "new") return end(connection, "sign_in_again");
    if (connection.state === "signing-in") {
      connection.wantedEarly = symbols;
      return;
    }
    const before = connection.watchSet;
    connection.watchSet = watchSets.acquire(symbols);
    if (before !== null) watchSets.release(before);
    connection.sentVersion = -1;
    slots.snapshot(connection);
  }

  function signOut(connection: Connection): void {
    if (connection.state === "closed") return;
    leave(connection);
    connection.send({ op: "event", event: { kind: "signed_out" } });
    connection.webSocket.close(closeCodes.signedOut, "signed_out");
  }

  async function checkSession(connection: Connection): Promise<void> {
    if (connection.state !== "live") return;
    const customer = await context.sessions
      .resolve(connection.token, connection.account)
      // The database is away: whoever was let in stays until it can be asked.
      .catch(() => undefined);
    if (customer === null) signOut(connection);
  }

  async function checkSessions(waiting: Iterator<Connection>): Promise<void> {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      await checkSession(next.value);
    }
  }

  /** After notifications may have been missed. */
  function checkAllSessions(): void {
    const waiting = [...connections.all()].values();
    for (let lane = 0; lane < sessionChecksAtOnce; lane += 1) void checkSessions(waiting);
  }

  let heartbeatSlot = 0;
  function heartbeat(): void {
    heartbeatSlot = (heartbeatSlot + 1) % slotCount;
    for (const connection of slots.members(heartbeatSlot)) {
      if (!connection.hasAnswered) {
        connection.webSocket.terminate();
        continue;
      }
      connection.hasAnswered = false;
      connection.pings += 1;
      connection.send({ op: "ping" });
      if (connection.pings % pingsPerSessionCheck === 0) void checkSession(connection);
    }
  }

  // Set anew for every turn: an interval would slip by a millisecond a time and lose turns.
  let turnTimer: NodeJS.Timeout;
  function turn(): void {
    const now = performance.now();
    slots.turn(now);
    turnTimer = setTimeout(turn, slotMs - (performance.now() % slotMs));
  }
  turn();
  const heartbeatTimer = setInterval(heartbeat, limits.pingEveryMs / slotCount);

  context.sessions.onEnded(({ tokenHash, customerId }) => {
    if (tokenHash !== undefined) connections.ofSession(tokenHash).forEach(signOut);
    // The customer's state has changed, which need not end the session.
    if (customerId !== undefined) {
      for (const connection of connections.ofCustomer(customerId)) void checkSession(connection);
    }
  });
  context.listener.onReconnected(checkAllSessions);
  context.events.subscribe(connections.tell);

  const { server } = context.http.fastify;
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const isFull =
      socketCount >= limits.connectionsMax || connections.waiting() >= limits.waitingMax;
    const refusal = refusalOf(request, isFull);
    if (refusal !== null) return void socket.end(refusal);
    acceptor.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, socket));
  });
  context.http.fastify.addHook("preClose", async () => {
    clearTimeout(turnTimer);
    clearInterval(heartbeatTimer);
    live.stop();
    for (const connection of [...connections.all()]) {
      leave(connection);
      connection.webSocket.close(closeCodes.goingAway);
      // The close frame is on its way; the server does not wait for the client's.
      connection.socket.destroySoon();
    }
  });
}

/** The HTTP answer to an upgrade that is not accepted, or null. */
function refusalOf({ url = "", headers }: IncomingMessage, isFull: boolean): string | null {
  if (url.split("?", 1)[0] !== streamPath) return httpAnswer("404 Not Found");
  if (!isOwnOrigin(headers.origin, headers.host)) return httpAnswer("403 Forbidden");
  return isFull ? httpAnswer("503 Service Unavailable", "Retry-After: 1\r\n") : null;
}

function httpAnswer(status: string, header = ""): string {
  return `HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`;
}
