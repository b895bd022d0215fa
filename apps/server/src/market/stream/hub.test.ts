import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { WebSocket } from "ws";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createSessions } from "../../platform/sessions.ts";
import { sql } from "../../platform/sql/database.ts";
import type { Listener } from "../../platform/sql/listener.ts";
import { StreamHub } from "./hub.ts";
import { createLiveSymbols } from "./live-symbols.ts";
import { streamLimits } from "./stream.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

/** A hub whose reads of the database can fail, and which hears what the test tells it. */
function startHub() {
  const { clock, database } = app.context;
  const state = { fails: false, isConnected: true, whileSigningIn: async () => undefined as void };
  const reconnected: (() => void)[] = [];
  const heard = new Map<string, (payload: string) => void>();
  const listener: Listener = {
    connected: () => state.isConnected,
    on: (channel, deliver) => void heard.set(channel, deliver),
    onReconnected: (deliver) => void reconnected.push(deliver),
    close: async () => undefined,
  };
  const reader = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      if (state.fails) throw new Error("the database is gone");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const real = createSessions({ ...database, reader }, listener, clock);
  const sessions = {
    ...real,
    resolve: async (token: string, account: string) => {
      const customer = await real.resolve(token, account);
      const { whileSigningIn } = state;
      state.whileSigningIn = async () => undefined;
      await whileSigningIn();
      return customer;
    },
  };
  const live = createLiveSymbols(app.context.quotes);
  const hub = new StreamHub({ ...app.context, listener, sessions }, live, streamLimits);
  listener.onReconnected(() => hub.checkAllSessions());
  sessions.onEnded((ended) => hub.sessionEnded(ended));
  const ban = async ({ token, account }: SignedIn) => {
    const { customerId } = (await app.context.sessions.resolve(token, account))!;
    await sql`UPDATE customer SET state = 'banned' WHERE id = ${customerId}`.execute(
      database.reader,
    );
    heard.get("customer_changed")!(customerId.toString());
  };
  const reconnect = () => {
    state.isConnected = true;
    for (const deliver of reconnected) deliver();
  };
  return { hub, state, ban, reconnect, stop: () => live.stop() };
}

function open(hub: StreamHub, { token, account }: SignedIn) {
  const said: string[] = [];
  const closed: number[] = [];
  const webSocket = Object.assign(new EventEmitter(), {
    send: (text: string) => void said.push((JSON.parse(text) as { op: string }).op),
    close: (code: number) => void closed.push(code),
    terminate: () => undefined,
  });
  hub.open(webSocket as unknown as WebSocket, { writableLength: 0 } as Socket);
  const message = JSON.stringify({ op: "sign-in", token, account });
  webSocket.emit("message", Buffer.from(message), false);
  return { said, closed };
}

it("ends the stream of a customer who was banned while the database could not be read", async () => {
  const { hub, state, ban, stop } = startHub();
  const customer = await app.newCustomer();
  const { said, closed } = open(hub, customer);
  await expect.poll(() => said).toContain("ready");
  state.fails = true;
  await ban(customer);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(closed).toEqual([]);
  state.fails = false;
  await expect.poll(() => closed).toEqual([4401]);
  stop();
});

it("ends the stream of a customer who was banned unheard, though the read after the reconnection failed", async () => {
  const { hub, state, reconnect, stop } = startHub();
  const [customer, other] = [await app.newCustomer(), await app.newCustomer()];
  const [banned, kept] = [open(hub, customer), open(hub, other)];
  await expect.poll(() => [...banned.said, ...kept.said]).toEqual(["ready", "ready"]);
  state.isConnected = false;
  await sql`UPDATE customer SET state = 'banned' WHERE account = ${customer.account}`.execute(
    app.context.database.reader,
  );
  state.fails = true;
  reconnect();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(banned.closed).toEqual([]);
  state.fails = false;
  await expect.poll(() => banned.closed).toEqual([4401]);
  expect(kept.closed).toEqual([]);
  stop();
});

it("ends the stream of a customer who was banned while they signed in", async () => {
  const { hub, state, ban, stop } = startHub();
  const customer = await app.newCustomer();
  state.whileSigningIn = () => ban(customer);
  const { closed } = open(hub, customer);
  await expect.poll(() => closed).toEqual([4401]);
  stop();
});
