import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { serverMessage } from "@sanshi/contract";
import { streamPath, type ServerMessage } from "@sanshi/contract/stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { sql } from "../../platform/sql/database.ts";
import { streamFeature, streamLimits, type StreamLimits } from "./stream.ts";

let app: TestApplication;
let port: number;
let customer: SignedIn;
const clients: Client[] = [];

beforeAll(async () => {
  app = await startTestApplication();
  await app.context.http.fastify.listen({ port: 0, host: "127.0.0.1" });
  port = (app.context.http.fastify.server.address() as AddressInfo).port;
  customer = await app.newCustomer();
});
afterAll(async () => {
  for (const { socket } of clients) socket.terminate();
  await app.stop();
  expect(undescribed).toEqual([]);
});

type Message = ServerMessage;
type Quotes = Extract<Message, { op: "quotes" }>;
type Client = {
  socket: WebSocket;
  messages: Message[];
  send(message: unknown): void;
  /** The first message that fits, come or still to come; those before it are dropped. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  quotes(): Promise<Quotes>;
  closed: Promise<{ code: number }>;
};

const undescribed: unknown[] = [];

function isDescribed(message: unknown): boolean {
  const { success, data } = serverMessage.safeParse(message);
  return success && isDeepStrictEqual(data, message);
}

async function connect(
  options: { at?: number; path?: string; origin?: string; answersPings?: boolean } = {},
): Promise<Client> {
  const { at = port, path = streamPath, origin, answersPings = false } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${at}${path}`, { ...(origin && { origin }) });
  const messages: Message[] = [];
  let wake = () => {};
  const closed = new Promise<{ code: number }>((resolve) =>
    socket.on("close", (code) => resolve({ code })),
  );
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as Message;
    // Whatever any test hears stands in the description, field by field.
    if (!isDescribed(message)) undescribed.push(message);
    // At once: the first ping may come together with what a test waits for.
    if (answersPings && message.op === "ping") client.send({ op: "pong" });
    messages.push(message);
    wake();
  });
  const client: Client = {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async next(fits) {
      for (;;) {
        const found = messages.findIndex(fits);
        if (found >= 0) return messages.splice(0, found + 1).at(-1)!;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    quotes: async () => (await client.next(({ op }) => op === "quotes")) as Quotes,
  };
  clients.push(client);
  await once(socket, "open");
  return client;
}

async function signedIn(
  as: SignedIn = customer,
  at: number = port,
  answersPings = false,
): Promise<Client> {
  const client = await connect({ at, answersPings });
  client.send({ op: "sign-in", ...as });
  await client.next(({ op }) => op === "ready");
  return client;
}

async function watching(symbols: readonly string[], as?: SignedIn): Promise<Client> {
  const client = await signedIn(as);
  client.send({ op: "watch", symbols });
  await client.quotes();
  return client;
}

/** Another door to the same application, with limits that a test can reach. */
async function withLimits(limits: Partial<StreamLimits>): Promise<{ at: number }> {
  const { context } = app;
  const http = createHttpServer({
    sessions: context.sessions,
    log: context.log,
    checkAnswers: true,
  });
  streamFeature({ ...context, http, metrics: createMetrics() }, { ...streamLimits, ...limits });
  await http.fastify.listen({ port: 0, host: "127.0.0.1" });
  servers.push(() => http.fastify.close());
  return { at: (http.fastify.server.address() as AddressInfo).port };
}
const servers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(servers.map((close) => close()));
});

const isCancellation = (message: Message) =>
  message.op === "event" && message.event.kind === "order_cancelled";

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const keysOf = ({ q }: Quotes) => q.map(({ k }) => k);

it("says within two seconds that the simulated clock was moved, and to when", async () => {
  const client = await signedIn();
  const before = app.context.clock.now();
  const operator = await firstOperator(app);
  await opsAccepted(app, "/api/ops/simulation/clock", { advance_seconds: 3_600 }, operator);
  const heard = await client.next(({ op }) => op === "clock");
  expect(heard).toMatchObject({ op: "clock" });
  const told = "now" in heard ? heard.now : 0;
  expect(told - before).toBeGreaterThanOrEqual(3_600_000);
  client.socket.terminate();
});

describe("watching", () => {
  it("answers with all that is watched, at once, and leaves out what it does not know", async () => {
    const client = await signedIn();
    client.send({ op: "watch", symbols: ["usd:AAPL", "jpy:7203", "jpy:0000", "nonsense"] });
    const snapshot = await client.quotes();
    expect(keysOf(snapshot).sort()).toEqual(["jpy:7203", "usd:AAPL"]);
    expect(snapshot.q.find(({ k }) => k === "usd:AAPL")).toMatchObject({
      l: "189.20",
      c: "0.00",
      p: "0.00",
      v: "0",
      u: "0.00",
    });
  });

  it("takes what to watch together with the sign-in, without waiting for the answer", async () => {
    const client = await connect();
    client.send({ op: "sign-in", ...customer });
    client.send({ op: "watch", symbols: ["jpy:7203"] });
    expect(keysOf(await client.quotes())).toEqual(["jpy:7203"]);
  });

  it("says at once that the age of a price is not known any more, and forgets it with the next price", async () => {
    const client = await watching(["jpy:7203"]);
    app.context.quotes.forgetAges();
    expect((await client.quotes()).q).toMatchObject([{ k: "jpy:7203", o: true }]);
    const late = await signedIn();
    late.send({ op: "watch", symbols: ["jpy:7203"] });
    expect((await late.quotes()).q).toMatchObject([{ o: true }]);
    app.feed.quote("jpy", "7203", "2851");
    expect((await client.quotes()).q[0]).not.toHaveProperty("o");
  });

  it("tells only what has changed since", async () => {
    const client = await watching(["jpy:7203", "jpy:6758", "usd:AAPL"]);
    app.feed.quote("jpy", "6758", "3310");
    const frame = await client.quotes();
    expect(keysOf(frame)).toEqual(["jpy:6758"]);
    expect(frame.q[0]).toMatchObject({ l: "3310", c: "10", p: "0.30" });
  });

  it("tells nothing while nothing that is watched changes", async () => {
    const client = await watching(["jpy:7203"]);
    app.feed.quote("usd", "AAPL", "190.00");
    await pause(700);
    expect(client.messages.filter(({ op }) => op === "quotes")).toEqual([]);
  });

  it("leaves out what lies between two frames, and ends on the newest state", async () => {
    const client = await watching(["jpy:7203"]);
    const seen: string[] = [];
    // Nothing is sent within a burst, however long the pauses after them turn out.
    const bursts = Array.from({ length: 10 }, (_, burst) => 2_900 + burst * 10);
    for (const before of bursts) {
      for (let step = 1; step <= 10; step += 1) {
        app.feed.quote("jpy", "7203", String(before + step));
      }
      await pause(50);
    }
    while (seen.at(-1) !== "3000") seen.push((await client.quotes()).q[0]!.l);
    const lasts = bursts.map((before) => String(before + 10));
    expect(seen).toEqual(lasts.filter((last) => seen.includes(last)));
  });

  it("replaces what was watched before", async () => {
    const client = await watching(["jpy:7203"]);
    client.send({ op: "watch", symbols: ["usd:AAPL"] });
    expect(keysOf(await client.quotes())).toEqual(["usd:AAPL"]);
    app.feed.quote("jpy", "7203", "3001");
    app.feed.quote("usd", "AAPL", "191.00");
    expect(keysOf(await client.quotes())).toEqual(["usd:AAPL"]);
  });

  it("answers an empty set with an empty frame", async () => {
    const client = await watching(["jpy:7203"]);
    client.send({ op: "watch", symbols: [] });
    expect((await client.quotes()).q).toEqual([]);
  });
});

describe("sessions", () => {
  it("refuses a token that does not belong to the account", async () => {
    const client = await connect();
    client.send({ op: "sign-in", token: customer.token, account: "0000000000" });
    expect(await client.next(() => true)).toEqual({ op: "refused", msg: "sign_in_again" });
    await client.closed;
  });

  it("refuses to show anything before the sign-in", async () => {
    const client = await connect();
    client.send({ op: "watch", symbols: ["jpy:7203"] });
    expect(await client.next(() => true)).toEqual({ op: "refused", msg: "sign_in_again" });
    await client.closed;
  });

  it("lets go of whoever does not sign in in time", async () => {
    const client = await connect(await withLimits({ signInMsMax: 100 }));
    expect(await client.next(() => true)).toEqual({ op: "refused", msg: "sign_in_again" });
    await client.closed;
  });

  it("closes every stream of a session as soon as it signs out", async () => {
    const leaving = await app.newCustomer();
    const [first, second, stranger] = [
      await signedIn(leaving),
      await signedIn(leaving),
      await signedIn(),
    ];
    await app.accepted("/user/logout", {}, leaving);
    // Nothing else would: a session is looked up again only after many pings.
    expect(await Promise.all([first.closed, second.closed])).toEqual([
      { code: 4401 },
      { code: 4401 },
    ]);
    expect(first.messages).toContainEqual(
      expect.objectContaining({ op: "event", event: { kind: "signed_out" } }),
    );
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("closes the streams of a customer who is banned, but not of one who is frozen", async () => {
    const [banned, frozen] = [await app.newCustomer(), await app.newCustomer()];
    const [bannedClient, frozenClient] = [await signedIn(banned), await signedIn(frozen)];
    const setState = (account: string, state: string) =>
      sql`UPDATE customer SET state = ${state} WHERE account = ${account}`.execute(
        app.context.database.reader,
      );
    await setState(frozen.account, "frozen");
    await setState(banned.account, "banned");
    expect(await bannedClient.closed).toEqual({ code: 4401 });
    frozenClient.send({ op: "watch", symbols: ["jpy:7203"] });
    expect(keysOf(await frozenClient.quotes())).toEqual(["jpy:7203"]);
  });
});

describe("the customer's own events", () => {
  it("reach every stream of the customer and nobody else's", async () => {
    const owner = await app.newCustomer();
    const [phone, tablet, stranger] = [
      await signedIn(owner),
      await signedIn(owner),
      await signedIn(),
    ];
    const { customerId } = (await app.context.sessions.resolve(owner.token, owner.account))!;
    const event = { kind: "order_cancelled", id: "7", type: "jpy", code: "7203" } as const;
    app.context.events.publish(customerId, event);
    for (const client of [phone, tablet]) {
      expect(await client.next(isCancellation)).toEqual({
        op: "event",
        sequence: expect.stringMatching(/^\d+$/),
        event,
      });
    }
    // What comes after the event on the stranger's own line shows that the event did not.
    stranger.send({ op: "watch", symbols: ["jpy:7203"] });
    await waitFor(() => stranger.messages.some(({ op }) => op === "quotes"));
    expect(stranger.messages.filter(isCancellation)).toEqual([]);
  });
});

describe("events that were missed", () => {
  const isEnd = ({ op }: Message) => op === "resumed" || op === "gap";
  const buy = (who: SignedIn) =>
    app.accepted(
      "/trade/place-order",
      {
        code: "7203",
        side: "long",
        kind: "market",
        leverage: "1",
        quantity: "1",
        request_id: randomUUID(),
      } as const,
      who,
    );

  async function resumed(who: SignedIn, asked: object, at = port) {
    const client = await signedIn(who, at);
    client.send({ op: "resume", ...asked });
    const end = await client.next((message) => {
      if (message.op === "event") told.push(message);
      return isEnd(message);
    });
    return { end, told: told.splice(0) };
  }
  const told: Extract<Message, { op: "event" }>[] = [];

  it("come after a broken line, also through a server that has just started", async () => {
    const owner = await app.newCustomer();
    const line = await connect();
    line.send({ op: "sign-in", ...owner });
    const ready = (await line.next(({ op }) => op === "ready")) as { sequence: string };
    line.socket.close();
    await line.closed;
    const order = await buy(owner);
    // It has heard nothing of the order: what it tells is what the records say.
    const { at } = await withLimits({});
    const { end, told: events } = await resumed(owner, { sequence: ready.sequence }, at);
    expect(end.op).toBe("resumed");
    expect(events).toContainEqual({
      op: "event",
      sequence: expect.stringMatching(/^\d+$/),
      resumed: true,
      event: {
        kind: "order_filled",
        id: order.id,
        type: "jpy",
        code: "7203",
        price: order.price,
        quantity: "1",
      },
    });
    const { sequence } = end as { sequence: string };
    expect(BigInt(sequence)).toBeGreaterThan(BigInt(ready.sequence));
  });

  it("tell of what customer service answered, live and after a broken line", async () => {
    const owner = await app.newCustomer();
    const live = await signedIn(owner);
    const question = { body: "Hello", request_id: randomUUID() };
    await app.accepted("/user/write-to-service", question, owner);
    const reply = { account: owner.account, request_id: randomUUID(), body: "Hello." };
    const { id } = await opsAccepted(
      app,
      "/api/ops/conversations/:account/reply",
      reply,
      await firstOperator(app),
    );
    const isReply = (message: Message) =>
      message.op === "event" && message.event.kind === "service_message";
    const event = { kind: "service_message", id };
    expect(await live.next(isReply)).toMatchObject({ event });
    const { told: events } = await resumed(owner, { seconds: 600 });
    expect(events).toContainEqual(expect.objectContaining({ resumed: true, event }));
    const stranger = await resumed(await app.newCustomer(), { seconds: 600 });
    expect(stranger.told.filter(isReply)).toEqual([]);
  });

  it("are the customer's own", async () => {
    const stranger = await app.newCustomer();
    const owner = await app.newCustomer();
    const { id } = await buy(owner);
    const { told: events } = await resumed(stranger, { seconds: 600 });
    expect(JSON.stringify(events)).not.toContain(`"id":"${id}"`);
  });

  it("come of the last seconds, for a screen that had read before it signed in", async () => {
    const owner = await app.newCustomer();
    const { id } = await buy(owner);
    const { end, told: events } = await resumed(owner, { seconds: 600 });
    expect(end.op).toBe("resumed");
    expect(events.map(({ event }) => event.kind)).toContain("order_filled");
    const { id: waiting } = await app.accepted(
      "/trade/place-order",
      {
        code: "7203",
        side: "long",
        kind: "limit",
        price: "2800",
        leverage: "1",
        quantity: "1",
        request_id: randomUUID(),
      } as const,
      owner,
    );
    await app.accepted("/trade/cancel-order", { id: waiting }, owner);
    const sold = await resumed(owner, { seconds: 600 });
    expect(sold.told.map(({ event }) => event)).toContainEqual({
      kind: "order_cancelled",
      id: waiting,
      type: "jpy",
      code: "7203",
    });
    expect(id).not.toBe(waiting);
  });

  it("are a gap where they are too old, too many, or from nowhere", async () => {
    const owner = await app.newCustomer();
    const now = app.context.clock.now();
    const gaps = ["0", String((now - 25 * 3_600_000) * 1_000), String((now + 60_000) * 1_000)];
    for (const sequence of gaps) {
      expect((await resumed(owner, { sequence })).end.op).toBe("gap");
    }
    for (let group = 0; group < 7; group += 1) {
      await Promise.all(Array.from({ length: 30 }, () => buy(owner)));
    }
    expect((await resumed(owner, { seconds: 600 })).end.op).toBe("gap");
  });

  it("are not asked for twice at once, nor before the sign-in", async () => {
    const early = await connect();
    early.send({ op: "resume", seconds: 1 });
    expect(await early.next(() => true)).toEqual({ op: "refused", msg: "sign_in_again" });
    const hasty = await signedIn();
    hasty.send({ op: "resume", seconds: 1 });
    hasty.send({ op: "resume", seconds: 1 });
    expect(await hasty.next(({ op }) => op === "refused")).toMatchObject({
      msg: "too_many_requests",
    });
  });

  it("keeps its own sequence growing", async () => {
    const owner = await app.newCustomer();
    const client = await signedIn(owner);
    const { customerId } = (await app.context.sessions.resolve(owner.token, owner.account))!;
    for (let count = 0; count < 3; count += 1) {
      app.context.events.publish(customerId, { kind: "balance_changed" });
    }
    const sequences: bigint[] = [];
    while (sequences.length < 3) {
      const one = await client.next(({ op }) => op === "event");
      sequences.push(BigInt((one as { sequence: string }).sequence));
    }
    expect(new Set(sequences).size).toBe(3);
    expect(sequences).toEqual(sequences.toSorted((one, other) => (one < other ? -1 : 1)));
  });
});

describe("a client's ping", () => {
  it("is answered, as the description says", async () => {
    const client = await signedIn();
    client.send({ op: "ping" });
    expect(await client.next(({ op }) => op === "pong")).toMatchObject({ op: "pong" });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe("what a client may not do", () => {
  it.each([
    ["text that is not JSON", "{"],
    ["an unknown operation", JSON.stringify({ op: "buy" })],
    ["an unknown field", JSON.stringify({ op: "pong", extra: 1 })],
    ["symbols that are not text", JSON.stringify({ op: "watch", symbols: [7203] })],
    ["more symbols than the limit", JSON.stringify({ op: "watch", symbols: Array(101).fill("a") })],
    ["a second sign-in", JSON.stringify({ op: "sign-in", token: "t", account: "a" })],
    ["binary data", Buffer.from(JSON.stringify({ op: "pong" }))],
  ])("is refused: %s", async (_what, message) => {
    const client = await signedIn();
    client.socket.send(message);
    expect(await client.next(({ op }) => op === "refused")).toMatchObject({
      msg: "invalid_request",
    });
    expect(await client.closed).toEqual({ code: 1008 });
  });

  it("closes the line on a message that is too large", async () => {
    const client = await signedIn();
    client.socket.send("x".repeat(9_000));
    expect(await client.closed).toEqual({ code: 1009 });
  });

  it("refuses more messages than a person can cause", async () => {
    const client = await signedIn();
    // More than are allowed anew while a busy machine reads them.
    for (let count = 0; count < 200; count += 1) client.send({ op: "pong" });
    expect(await client.next(({ op }) => op === "refused")).toMatchObject({
      msg: "too_many_requests",
    });
    await client.closed;
  });

  it("refuses a page of another origin, and takes one of our own", async () => {
    await expect(connect({ origin: "https://elsewhere.example" })).rejects.toThrow("403");
    const own = await connect({ origin: `http://127.0.0.1:${port}` });
    expect(own.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("knows no other path", async () => {
    await expect(connect({ path: "/api/vue/streams" })).rejects.toThrow("404");
  });

  it("refuses a customer's further streams beyond the limit, and takes them again after one closed", async () => {
    const { at } = await withLimits({ perCustomerMax: 2 });
    const [first] = [await signedIn(customer, at), await signedIn(customer, at)];
    const third = await connect({ at });
    third.send({ op: "sign-in", ...customer });
    expect(await third.next(() => true)).toEqual({ op: "refused", msg: "too_many_requests" });
    await third.closed;
    first.socket.close();
    await first.closed;
    await signedIn(customer, at);
  });

  it("answers 503 beyond the limit of all, and of those not signed in yet", async () => {
    const full = await withLimits({ connectionsMax: 1 });
    await signedIn(customer, full.at);
    await expect(connect(full)).rejects.toThrow("503");
    const crowded = await withLimits({ waitingMax: 1 });
    await connect(crowded);
    await expect(connect(crowded)).rejects.toThrow("503");
  });
});

describe("dead lines", () => {
  it("ends one that answers no ping, and keeps one that does", async () => {
    const { at } = await withLimits({ pingEveryMs: 200 });
    const [silent, alive] = [await signedIn(customer, at), await signedIn(customer, at, true)];
    await silent.closed;
    expect(silent.messages).toContainEqual({ op: "ping" });
    await pause(300);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("tells its clients when the server stops", async () => {
    const { at } = await withLimits({});
    const client = await signedIn(customer, at);
    await servers.at(-1)!();
    expect(await client.closed).toEqual({ code: 1001 });
  });
});
