import { pushDevicesMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  decrypted,
  senderOf,
  startPushService,
  type PushService,
  type TestSubscription,
} from "../../../../../../tests/support/push-service.ts";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { firstRow, sql } from "../../../platform/sql/database.ts";
import { pushReply, sendMessage, type NewMessage } from "../messages.ts";
import { pushOf, pushOn } from "./push.ts";

let service: PushService;
let app: TestApplication;
let customer: SignedIn;
let customerId: bigint;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApplication({}, { pushTransport: service.transport });
});
beforeEach(async () => {
  service.answer(201);
  service.received.length = 0;
  customer = await app.newCustomer();
  customerId = await idOf(customer);
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

async function idOf({ token, account }: SignedIn): Promise<bigint> {
  const found = await app.context.sessions.resolve(token, account);
  if (found === null) throw new Error("a new customer is signed in");
  return found.customerId;
}

async function subscribed(who = customer, language: "jp" | "cn" | "us" = "us") {
  const subscription = service.subscribe();
  const { endpoint, p256dh, auth } = subscription;
  await app.accepted("/user/push-on", { endpoint, p256dh, auth, language }, who);
  return subscription;
}

const fill = {
  kind: "order_filled",
  params: { type: "jpy", code: "7203", name_us: "Toyota Motor", quantity: "100", price: "2850" },
  link: "/position/info?id=7",
} as const;

function send(more: Partial<NewMessage> = {}, to = customerId): Promise<bigint> {
  const message = { customerId: to, ...fill, at: app.context.clock.now(), ...more } as NewMessage;
  return app.context.database.transaction((transaction) => sendMessage(transaction, message));
}

const pushedTo = (subscription: TestSubscription) =>
  service.received.filter(({ path }) => subscription.endpoint.endsWith(path));

/** What one browser was sent, as it reads it. */
const readBy = (subscription: TestSubscription) =>
  pushedTo(subscription).map((pushed) => subscription.read(pushed));

/** What push services answer that cannot take it now. */
const later = { "retry-after": "300" };

/** `later` are those that were refused until then: what is just being sent is kept for two minutes by its sender. */
const queued = async () =>
  (await firstRow(
    app.context.database.reader,
    sql<{ count: number; later: number }>`SELECT count(*)::int AS count,
      (count(*) FILTER (WHERE due_at > real_now() + interval '3 minutes'))::int AS later
      FROM push_delivery`,
  ))!;

/** Nothing is on its way any more: whatever was not sent by now never will be. */
const untilQuiet = () => expect.poll(async () => (await queued()).count).toBe(0);

const makeDue = () =>
  sql`UPDATE push_delivery SET due_at = real_now()`.execute(app.context.database.reader);

describe("a message to a device on which it is wanted", () => {
  it("arrives encrypted for that browser, signed as ours, in its language and without amounts", async () => {
    const subscription = await subscribed();
    const id = await send();
    await expect
      .poll(() => readBy(subscription))
      .toEqual([
        {
          title: "Order filled: Toyota Motor",
          body: "Simulated",
          place: "/position/info?id=7",
          tag: `message-${id}`,
          language: "us",
          // The welcome is unread as well.
          unread: 2,
        },
      ]);
    const [pushed] = pushedTo(subscription);
    expect(pushed!.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "high",
      topic: `message-${id}`,
    });
    expect(pushed!.body.toString("latin1")).not.toContain("Toyota");
    const { claims, publicKey, isSigned } = senderOf(pushed!);
    expect({ publicKey, isSigned }).toEqual({
      publicKey: app.context.push.key!.publicKey,
      isSigned: true,
    });
    expect(claims).toMatchObject({
      aud: new URL(subscription.endpoint).origin,
      sub: "mailto:operator@sanshi.example",
    });
    await untilQuiet();
  });

  it("is not sent before its transaction is kept, and not at all where it is not", async () => {
    const subscription = await subscribed();
    const lost = app.context.database.transaction(async (transaction) => {
      await sendMessage(transaction, { customerId, ...fill, at: app.context.clock.now() });
      throw new Error("the cause did not happen");
    });
    await expect(lost).rejects.toThrow("the cause did not happen");
    expect((await queued()).count).toBe(0);
    expect(readBy(subscription)).toEqual([]);
  });

  it("has amounts once they are chosen, and nothing of a kind that is switched off", async () => {
    const subscription = await subscribed();
    const choose = (choice: "amounts" | "orders", switched: "on" | "off") =>
      app.accepted("/user/save-push-choice", { choice, switched }, customer);
    expect(await choose("amounts", "on")).toMatchObject({ amounts: true, on: true, devices: 1 });
    await send();
    await expect
      .poll(() => readBy(subscription))
      .toMatchObject([{ body: "100 shares at ¥2,850 · Simulated" }]);
    expect(await choose("orders", "off")).toMatchObject({
      groups: { orders: false, margin: true },
      amounts: true,
    });
    await send();
    await untilQuiet();
    expect(readBy(subscription)).toHaveLength(1);
    expect((await choose("orders", "on")).groups.orders).toBe(true);
    await send();
    await expect.poll(() => readBy(subscription)).toHaveLength(2);
  });

  it("tells of a reply of customer service, and of nothing that was read meanwhile", async () => {
    const subscription = await subscribed(customer, "jp");
    await app.context.database.transaction((transaction) => pushReply(transaction, customerId));
    await expect
      .poll(() => readBy(subscription))
      .toMatchObject([
        { title: "カスタマーサービスから返信が届いています", place: "/mine/service" },
      ]);
    await untilQuiet();
    service.answer(503, later);
    const id = await send();
    await expect.poll(queued).toEqual({ count: 1, later: 1 });
    await app.accepted("/user/read-messages", { ids: id.toString() }, customer);
    service.answer(201);
    await makeDue();
    await untilQuiet();
    expect(readBy(subscription)).toHaveLength(2);
  });
});

describe("a push service that cannot take it", () => {
  it("is asked again later, and when it says", async () => {
    const subscription = await subscribed();
    service.answer(429, later);
    await send();
    await expect.poll(queued).toEqual({ count: 1, later: 1 });
    expect(readBy(subscription)).toHaveLength(1);
    service.answer(201);
    await makeDue();
    await expect.poll(() => readBy(subscription)).toHaveLength(2);
    await untilQuiet();
  });

  it("ends the subscription where it says that it is gone, and no other", async () => {
    const other = await app.newCustomer();
    await subscribed();
    await subscribed(other);
    service.answer(410);
    await send();
    await expect.poll(async () => (await app.accepted("/user/push", {}, customer)).on).toBe(false);
    expect((await app.accepted("/user/push", {}, other)).on).toBe(true);
    await untilQuiet();
    service.received.length = 0;
    await send();
    expect((await queued()).count).toBe(0);
  });
});

describe("a subscription", () => {
  it("ends with the sign-out, a revoked session and a ban, and nothing is sent after", async () => {
    const signIn = () =>
      app.accepted("/user/login", { account: customer.account, password: testPassword });
    const [second, third] = [await signIn(), await signIn()];
    const devices = [await subscribed(), await subscribed(second), await subscribed(third)];
    expect((await app.accepted("/user/push", {}, customer)).devices).toBe(3);
    await app.accepted("/user/logout", {}, second);
    const sessions = await app.accepted("/user/sessions", {}, customer);
    const { sessionId } = (await app.context.sessions.resolve(third.token, third.account))!;
    expect(sessions.map(({ id }) => id)).toContain(sessionId);
    await app.accepted("/user/revoke-session", { id: sessionId }, customer);
    await expect.poll(async () => (await app.accepted("/user/push", {}, customer)).devices).toBe(1);
    await send();
    await expect.poll(() => readBy(devices[0]!)).toHaveLength(1);
    await sql`UPDATE customer SET state = 'banned' WHERE id = ${customerId}`.execute(
      app.context.database.reader,
    );
    await send();
    await untilQuiet();
    expect(devices.map((device) => readBy(device).length)).toEqual([1, 0, 0]);
  });

  it("is the browser's only one: whoever signs in there next takes it over", async () => {
    const subscription = await subscribed();
    const next = await app.newCustomer();
    const { endpoint, p256dh, auth } = subscription;
    await app.accepted("/user/push-on", { endpoint, p256dh, auth, language: "us" }, next);
    expect((await app.accepted("/user/push", {}, customer)).on).toBe(false);
    await send();
    expect((await queued()).count).toBe(0);
    await send({}, await idOf(next));
    await expect.poll(() => readBy(subscription)).toHaveLength(1);
    await untilQuiet();
  });

  it("is one of so many, of which the oldest is forgotten, also where they come at once", async () => {
    const { database, sessions } = app.context;
    const signIn = () =>
      database.transaction((transaction) => sessions.open(transaction, customerId, "a phone"));
    const tokens = await Promise.all(Array.from({ length: pushDevicesMax + 2 }, signIn));
    await subscribed();
    await Promise.all(tokens.map((token) => subscribed({ ...customer, token })));
    const after = await app.accepted("/user/push", {}, customer);
    expect(after).toMatchObject({ devices: pushDevicesMax, on: false });
  });

  it("is switched off by its own device alone", async () => {
    await subscribed();
    expect(await app.accepted("/user/push-off", {}, customer)).toMatchObject({
      on: false,
      devices: 0,
    });
    expect(await app.accepted("/user/push-off", {}, customer)).toMatchObject({ on: false });
  });

  it.each([
    ["https://push.example/send", "push_service_unknown"],
    ["https://localhost/send", "push_service_unknown"],
    ["https://127.0.0.1/send", "push_service_unknown"],
    ["https://169.254.169.254/latest", "push_service_unknown"],
    ["http://localhost/send", "invalid_request"],
    ["nowhere", "invalid_request"],
  ])("at %s is refused: %s", async (endpoint, code) => {
    const { p256dh, auth } = service.subscribe();
    const form = { endpoint, p256dh, auth, language: "us" } as const;
    expect(await app.refused("/user/push-on", form, customer)).toBe(code);
  });

  it("with a key that is no point of the curve is refused", async () => {
    const { endpoint, auth } = service.subscribe();
    const form = { endpoint, auth, p256dh: `B${"A".repeat(86)}`, language: "us" } as const;
    expect(await app.refused("/user/push-on", form, customer)).toBe("invalid_request");
  });
});

describe("an instance without a push key", () => {
  it("offers nothing", async () => {
    const who = (await app.context.sessions.resolve(customer.token, customer.account))!;
    const without = { ...app.context, push: { ...app.context.push, key: null } };
    expect(await pushOf(without, who)).toMatchObject({ public_key: null, on: false });
    const { endpoint, p256dh, auth } = service.subscribe();
    const asked = await pushOn(without, who, { endpoint, p256dh, auth, language: "us" });
    expect(asked).toMatchObject({ ok: false, refusal: { code: "push_not_offered" } });
  });
});

describe("the reading of these tests", () => {
  it("reads what RFC 8291 has as its example", () => {
    const from = (text: string) => Buffer.from(text, "base64url");
    const body = from(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    const keys = {
      privateKey: from("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
      auth: from("BTBZMqHH6r4Tts7J_aSIgg"),
    };
    expect(decrypted(body, keys).toString()).toBe("When I grow up, I want to be a watermelon");
  });
});
