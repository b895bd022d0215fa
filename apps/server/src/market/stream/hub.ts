import type { Socket } from "node:net";
import type { RefusalCode } from "@sanshi/contract";
import type { CustomerEvent } from "@sanshi/contract/stream";
import type { WebSocket } from "ws";
import type { Context } from "../../context.ts";
import { hashToken } from "../../platform/sessions.ts";
import { untilItIsRead } from "../../platform/sql/kept-in-memory.ts";
import { readClientMessage } from "./client-messages.ts";
import { closeCodes, Connection } from "./connection.ts";
import { createConnections } from "./connections.ts";
import { createFrameSlots, slotCount } from "./frame-slots.ts";
import { FrameWriter } from "./frames.ts";
import type { LiveSymbols } from "./live-symbols.ts";
import type { Asked } from "./missed-events.rules.ts";
import { createResumptions } from "./resumptions.ts";
import { spendMessage } from "./stream.rules.ts";
import { createWatchSets, type WatchSets } from "./watch-sets.ts";

export type StreamLimits = {
  connectionsMax: number;
  /** Connected and not signed in yet; each has five seconds. */
  waitingMax: number;
  perCustomerMax: number;
  signInMsMax: number;
  /** How often a client must show that it is there. */
  pingEveryMs: number;
};

/** A session is looked up again after so many pings, so that its age counts here too. */
const pingsPerSessionCheck = 45;
const sessionChecksAtOnce = 8;

type HubContext = Pick<Context, "sessions" | "clock" | "log" | "database" | "listener">;

/** Everybody who is connected, and what becomes of them: from the first message to the last. */
export class StreamHub {
  readonly #context: HubContext;
  readonly #limits: StreamLimits;
  readonly #watchSets: WatchSets;
  readonly #connections = createConnections();
  readonly #slots;
  /** Including those that are saying goodbye. */
  #socketCount = 0;
  #heartbeatSlot = 0;
  readonly #resumptions;
  /** Whose session is to be looked up again. */
  readonly #unchecked = new Set<Connection>();
  readonly #checkThem: () => void;

  constructor(context: HubContext, live: LiveSymbols, limits: StreamLimits) {
    this.#context = context;
    this.#limits = limits;
    const writer = new FrameWriter();
    this.#watchSets = createWatchSets(live, writer);
    this.#resumptions = createResumptions(context);
    this.#checkThem = untilItIsRead(context, "sessions of streams", () => this.#checkSessions());
    this.#slots = createFrameSlots<Connection>({
      boardVersion: live.version,
      now: () => context.clock.now(),
      writer,
    });
  }

  /** Connections by what they are: signed in, or with seconds left to do so. */
  connectionCounts(): { signedIn: number; waiting: number } {
    const waiting = this.#connections.waiting();
    return { signedIn: this.#connections.size() - waiting, waiting };
  }

  isFull(): boolean {
    const { connectionsMax, waitingMax } = this.#limits;
    return this.#socketCount >= connectionsMax || this.#connections.waiting() >= waitingMax;
  }

  open(webSocket: WebSocket, socket: Socket): void {
    const connection = new Connection(webSocket, socket, performance.now());
    this.#socketCount += 1;
    this.#connections.add(connection);
    connection.signInTimer = setTimeout(
      () => this.#end(connection, "sign_in_again"),
      this.#limits.signInMsMax,
    );
    webSocket.on("message", (data: Buffer, isBinary: boolean) =>
      this.#receive(connection, data, isBinary),
    );
    webSocket.on("close", () => {
      this.#socketCount -= 1;
      this.#leave(connection);
    });
    // A broken or oversized frame; the socket is closed by the library.
    webSocket.on("error", () => undefined);
  }

  #receive(connection: Connection, data: Buffer, isBinary: boolean): void {
    if (connection.state === "closed") return;
    connection.hasAnswered = true;
    const allowance = spendMessage(connection.allowance, performance.now());
    if (allowance === null) return this.#end(connection, "too_many_requests");
    connection.allowance = allowance;
    const message = isBinary ? null : readClientMessage(data.toString("utf8"));
    if (message === null) return this.#end(connection, "invalid_request");
    if (message.op === "watch") this.#watch(connection, message.symbols);
    if (message.op === "resume") this.#resume(connection, message);
    if (message.op === "ping") connection.send({ op: "pong", now: this.#context.clock.now() });
    if (message.op !== "sign-in") return;
    if (connection.state !== "new") return this.#end(connection, "invalid_request");
    this.#signIn(connection, message.token, message.account).catch((error: unknown) => {
      // A passing fault of ours: the client comes again by itself.
      this.#context.log.warn({ err: error }, "a stream's sign-in failed");
      this.#leave(connection);
      connection.webSocket.close(closeCodes.tryAgainLater);
    });
  }

  async #signIn(connection: Connection, token: string, account: string): Promise<void> {
    connection.state = "signing-in";
    connection.token = token;
    connection.account = account;
    // Bound before it is looked up: a session that ends in between is not missed.
    this.#connections.bindSession(connection, hashToken(token));
    const customer = await this.#context.sessions.resolve(token, account);
    if (connection.state !== "signing-in") return;
    if (customer === null) return this.#end(connection, "sign_in_again");
    const count = this.#connections.bindCustomer(connection, customer.customerId);
    if (count > this.#limits.perCustomerMax) return this.#end(connection, "too_many_requests");
    connection.state = "live";
    if (connection.signInTimer !== null) clearTimeout(connection.signInTimer);
    connection.signInTimer = null;
    connection.slot = this.#slots.add(connection);
    connection.send({
      op: "ready",
      now: this.#context.clock.now(),
      sequence: this.#resumptions.sequence(),
    });
    if (connection.wantedEarly !== null) this.#watch(connection, connection.wantedEarly);
    connection.wantedEarly = null;
    // Who was banned while the database answered was not bound to be told: what changed since is looked up.
    this.#check([connection]);
  }

  #watch(connection: Connection, symbols: readonly string[]): void {
    if (connection.state === "new") return this.#end(connection, "sign_in_again");
    if (connection.state === "signing-in") {
      connection.wantedEarly = symbols;
      return;
    }
    const before = connection.watchSet;
    connection.watchSet = this.#watchSets.acquire(symbols);
    if (before !== null) this.#watchSets.release(before);
    connection.sentVersion = -1;
    this.#slots.snapshot(connection);
  }

  #resume(connection: Connection, asked: Asked): void {
    if (connection.state !== "live") return this.#end(connection, "sign_in_again");
    if (connection.isResuming) return this.#end(connection, "too_many_requests");
    connection.isResuming = true;
    this.#resumptions.resume(connection, asked).catch((error: unknown) => {
      // A passing fault of ours: the client comes again by itself, with what it has seen.
      this.#context.log.warn({ err: error }, "a stream could not be resumed");
      this.#leave(connection);
      connection.webSocket.close(closeCodes.tryAgainLater);
    });
  }

  #end(connection: Connection, msg: RefusalCode): void {
    this.#leave(connection);
    connection.refuse(msg, closeCodes.policy);
  }

  #leave(connection: Connection): void {
    connection.state = "closed";
    if (connection.signInTimer !== null) clearTimeout(connection.signInTimer);
    connection.signInTimer = null;
    if (connection.slot >= 0) this.#slots.remove(connection, connection.slot);
    connection.slot = -1;
    if (connection.watchSet !== null) this.#watchSets.release(connection.watchSet);
    connection.watchSet = null;
    this.#connections.remove(connection);
  }

  /** Sends the frames whose turn it is (monotonic milliseconds). */
  turn(monotonicMs: number): void {
    this.#slots.turn(monotonicMs);
  }

  /** Called `slotCount` times per ping interval, each time for a part of the connections. */
  heartbeat(): void {
    this.#heartbeatSlot = (this.#heartbeatSlot + 1) % slotCount;
    for (const connection of this.#slots.members(this.#heartbeatSlot)) {
      if (!connection.hasAnswered) {
        connection.webSocket.terminate();
        continue;
      }
      connection.hasAnswered = false;
      connection.pings += 1;
      connection.send({ op: "ping" });
      if (connection.pings % pingsPerSessionCheck === 0) this.#check([connection]);
    }
  }

  tell(customerId: bigint, event: CustomerEvent): void {
    this.#connections.tell(customerId, event, this.#resumptions.sequence());
  }

  sendClock(): void {
    const now = this.#context.clock.now();
    for (const one of this.#connections.all()) {
      if (one.state === "live") one.send({ op: "clock", now });
    }
  }

  /** A session has ended, or a customer's state has changed, which need not end one. */
  sessionEnded({ tokenHash, customerId }: { tokenHash?: string; customerId?: bigint }): void {
    if (tokenHash !== undefined) {
      for (const connection of this.#connections.ofSession(tokenHash)) this.#signOut(connection);
    }
    if (customerId !== undefined) {
      this.#check(this.#connections.ofCustomer(customerId));
    }
  }

  /** After notifications may have been missed. */
  checkAllSessions(): void {
    this.#check(this.#connections.all());
  }

  /** While the database is away, whoever was let in stays until it can be asked. */
  #check(connections: Iterable<Connection>): void {
    for (const one of connections) if (one.state === "live") this.#unchecked.add(one);
    if (this.#unchecked.size > 0) this.#checkThem();
  }

  /** Rejects where one could not be looked up: that one and the rest are left for the next attempt. */
  async #checkSessions(): Promise<void> {
    const lanes = Array.from({ length: sessionChecksAtOnce }, () => this.#checkNext());
    const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  async #checkNext(): Promise<void> {
    for (;;) {
      const [connection] = this.#unchecked;
      if (connection === undefined) return;
      this.#unchecked.delete(connection);
      if (connection.state !== "live") continue;
      const { token, account } = connection;
      try {
        const customer = await this.#context.sessions.resolve(token, account);
        if (customer === null) this.#signOut(connection);
      } catch (error) {
        this.#unchecked.add(connection);
        throw error;
      }
    }
  }

  #signOut(connection: Connection): void {
    if (connection.state === "closed") return;
    this.#leave(connection);
    const sequence = this.#resumptions.sequence();
    connection.send({ op: "event", sequence, event: { kind: "signed_out" } });
    connection.webSocket.close(closeCodes.signedOut, "signed_out");
  }

  /** The server stops. */
  closeAll(): void {
    for (const connection of [...this.#connections.all()]) {
      this.#leave(connection);
      connection.webSocket.close(closeCodes.goingAway);
      // The close frame is on its way; the server does not wait for the client's.
      connection.socket.destroySoon();
    }
  }
}
