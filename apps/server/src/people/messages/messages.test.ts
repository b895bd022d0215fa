import type { CustomerEvent } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { sendMessage, type NewMessage } from "./messages.ts";

let app: TestApplication;
let customer: SignedIn;
let customerId: bigint;
const heard: { customerId: bigint; event: CustomerEvent }[] = [];
beforeAll(async () => {
  app = await startTestApplication();
  app.context.events.subscribe((id, event) => heard.push({ customerId: id, event }));
});
beforeEach(async () => {
  customer = await app.newCustomer();
  customerId = await idOf(customer);
  heard.length = 0;
});
afterAll(() => app.stop());

async function idOf({ token, account }: SignedIn): Promise<bigint> {
  const found = await app.context.sessions.resolve(token, account);
  if (found === null) throw new Error("a new customer is signed in");
  return found.customerId;
}

function send(more: Partial<NewMessage> = {}): Promise<bigint> {
  const message = { customerId, kind: "password_changed", at: app.context.clock.now(), ...more };
  return app.context.database.transaction((transaction) =>
    sendMessage(transaction, message as NewMessage),
  );
}

const list = (input: { cursor?: string; limit?: string } = {}, who = customer) =>
  app.accepted("/user/messages", input, who);
const unreadOf = async (who = customer) =>
  (await app.accepted("/user/getUserinfo", {}, who)).unread_messages;

function signInFrom(device: string, account = customer.account) {
  return app.context.http.fastify.inject({
    method: "POST",
    url: "/api/vue/user/login",
    headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": device },
    payload: new URLSearchParams({ account, password: testPassword }).toString(),
  });
}

describe("the messages", () => {
  it("begin with a welcome, which is unread", async () => {
    const { items, unread, next_cursor } = await list();
    expect(items).toMatchObject([{ kind: "welcome", link: "/home/index", read_at: null }]);
    expect({ unread, next_cursor }).toEqual({ unread: 1, next_cursor: null });
    expect(await unreadOf()).toBe(1);
  });

  it("come newest first, page by page, each once", async () => {
    for (let count = 0; count < 4; count += 1) await send();
    const first = await list({ limit: "2" });
    const second = await list({ limit: "2", cursor: first.next_cursor! });
    const third = await list({ limit: "2", cursor: second.next_cursor! });
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => Number(id)));
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
    expect(third.next_cursor).toBeNull();
    expect(first.unread).toBe(5);
  });

  it("are shown by group, page by page, and counted together", async () => {
    const order = { kind: "order_filled", params: { code: "7203" } } as const;
    const fills = [await send(order), await send(order)].map(String);
    await send();
    const of = (group: "orders" | "account" | "draws", cursor?: string) =>
      app.accepted(
        "/user/messages",
        { group, limit: "1", ...(cursor !== undefined && { cursor }) },
        customer,
      );
    const first = await of("orders");
    const second = await of("orders", first.next_cursor!);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(fills.toReversed());
    expect(second.next_cursor).toBeNull();
    expect(first.unread).toBe(4);
    expect((await of("account")).items).toMatchObject([{ kind: "password_changed" }]);
    expect((await of("draws")).items).toEqual([]);
  });

  it("are the customer's own", async () => {
    const id = (await send()).toString();
    const stranger = await app.newCustomer();
    expect((await list({}, stranger)).items.map(({ kind }) => kind)).toEqual(["welcome"]);
    expect(await app.refused("/user/message", { id }, stranger)).toBe("message_not_found");
    await app.accepted("/user/read-messages", { ids: id }, stranger);
    expect(await unreadOf()).toBe(2);
    expect(await unreadOf(stranger)).toBe(1);
  });

  it("are read by their ids, or all at once, and keep the time of the first reading", async () => {
    const [one, two] = [await send(), await send()];
    const read = (input: { ids?: string }) => app.accepted("/user/read-messages", input, customer);
    expect(await read({ ids: `${one},${one}` })).toEqual({ unread: 2 });
    const { read_at } = await app.accepted("/user/message", { id: one.toString() }, customer);
    expect(read_at).not.toBeNull();
    await app.advance(60);
    expect(await read({})).toEqual({ unread: 0 });
    expect((await app.accepted("/user/message", { id: one.toString() }, customer)).read_at).toBe(
      read_at,
    );
    const later = await app.accepted("/user/message", { id: two.toString() }, customer);
    expect(Date.parse(later.read_at!)).toBeGreaterThan(Date.parse(read_at!));
    expect(await unreadOf()).toBe(0);
  });

  it("are marked by several devices at once without a fault", async () => {
    for (let count = 0; count < 10; count += 1) await send();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.post("/user/read-messages", {}, customer)),
    );
    expect(answers.map(({ body }) => body.data)).toEqual(answers.map(() => ({ unread: 0 })));
  });

  it("of an announcement carry the three texts that an operator wrote", async () => {
    const text = (title: string) => ({ title, body: `${title}.` });
    const texts = { jp: text("お知らせ"), cn: text("公告"), us: text("Notice") };
    const id = await send({ kind: "announcement", texts });
    const message = await app.accepted("/user/message", { id: id.toString() }, customer);
    expect(message.texts).toEqual(texts);
  });

  it("cannot be rewritten or removed", async () => {
    const id = await send();
    const { reader } = app.context.database;
    const rewrite = sql`UPDATE message SET params = '{"device":"x"}' WHERE id = ${id}`;
    await expect(rewrite.execute(reader)).rejects.toThrow(/append-only/);
    await expect(sql`DELETE FROM message WHERE id = ${id}`.execute(reader)).rejects.toThrow(
      /append-only/,
    );
  });

  it.each([
    ["/user/messages", { cursor: "x" }],
    ["/user/messages", { cursor: "0" }],
    ["/user/messages", { limit: "101" }],
    ["/user/messages", { page: "2" }],
    ["/user/message", {}],
    ["/user/message", { id: "-1" }],
    ["/user/read-messages", { ids: "" }],
    ["/user/read-messages", { ids: "1,,2" }],
    ["/user/read-messages", { ids: Array.from({ length: 101 }, () => "1").join() }],
  ] as const)("%s refuses %j as malformed", async (path, input) => {
    const { code, body } = await app.post(path, input as Record<string, string>, customer);
    expect([code, body.msg]).toEqual([400, "invalid_request"]);
  });

  it("are for the signed in only", async () => {
    for (const path of ["/user/messages", "/user/read-messages"] as const) {
      expect((await app.post(path, {})).code).toBe(401);
    }
  });
});

describe("the customer's stream", () => {
  it("hears of a message when it is there, and never of one that was not kept", async () => {
    await expect(
      app.context.database.transaction(async (transaction) => {
        const at = app.context.clock.now();
        await sendMessage(transaction, { customerId, kind: "password_changed", at });
        throw new Error("something else failed");
      }),
    ).rejects.toThrow("something else failed");
    const id = (await send()).toString();
    // The welcome of the registration, and what went to the customers of the tests before, may be heard late.
    const heardSince = () =>
      heard.filter(
        (told) =>
          told.customerId === customerId &&
          told.event.kind === "message" &&
          told.event.about !== "welcome",
      );
    await expect.poll(heardSince).toHaveLength(1);
    expect(heardSince()).toEqual([
      { customerId, event: { kind: "message", id, about: "password_changed" } },
    ]);
    expect((await list()).items.map(({ kind }) => kind)).toEqual(["password_changed", "welcome"]);
  });
});

describe("what happens on the account", () => {
  it("tells of every sign-in, and of a new device as such", async () => {
    for (const device of ["Phone/1", "Phone/1", "Tablet/2", "Phone/1"]) {
      expect((await signInFrom(device)).json().msg).toBe("ok");
    }
    const { items } = await list();
    expect(items.map(({ kind, params }) => [kind, params["device"]])).toEqual([
      ["sign_in", "Phone/1"],
      ["new_sign_in", "Tablet/2"],
      ["sign_in", "Phone/1"],
      ["new_sign_in", "Phone/1"],
      ["welcome", undefined],
    ]);
  });

  it("tells of a changed password", async () => {
    await app.accepted(
      "/user/change-login-password",
      {
        old_password: testPassword,
        new_password: "another pass phrase 9",
        new_password2: "another pass phrase 9",
      },
      customer,
    );
    expect((await list()).items[0]).toMatchObject({ kind: "password_changed", read_at: null });
  });
});
