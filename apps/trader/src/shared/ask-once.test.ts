import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** What a browser keeps over a reload, and what comes back from the server. */
let stored: Map<string, string>;
let sent: URLSearchParams[];
let answer: () => Response | Promise<Response>;
let account = "0312345678";

beforeEach(() => {
  stored = new Map();
  sent = [];
  account = "0312345678";
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal("window", {
    location: { hash: "#/" },
    setTimeout: () => 0,
    clearTimeout: () => undefined,
  });
  vi.stubGlobal("document", {
    documentElement: { dataset: { language: "us" } },
    createElement: () => ({
      classList: { toggle: () => undefined },
      setAttribute: () => undefined,
      hidePopover: () => undefined,
    }),
    body: { append: () => undefined },
  });
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(new URLSearchParams(String(init.body)));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lost = () => Promise.reject(new TypeError("the line broke"));
const answering = (status: number, msg: string) => () =>
  Response.json({ status: msg === "ok" ? 1 : 0, msg, data: null }, { status });

/** As a page that was loaded anew: nothing is left but what is stored. */
async function load() {
  vi.resetModules();
  const { startSession } = await import("./session.ts");
  startSession({ token: "secret", account });
  return import("./ask-once.ts");
}

const withdrawal = { currency: "JPY", amount: "10000", card_id: "1", fund_password: "350780" };
async function withdraw(form: Partial<typeof withdrawal> = {}) {
  const { askOnce } = await load();
  const asked = { ...withdrawal, ...form } as typeof withdrawal & { currency: "JPY" };
  return askOnce("/user/withdraw", asked, { secret: ["fund_password"] });
}
const ids = () => sent.map((form) => form.get("request_id"));
const distinctIds = () => new Set(ids()).size;

describe("what is asked for once", () => {
  it("keeps its id over a reload, until there is a definite answer", async () => {
    answer = lost;
    expect(await withdraw()).toMatchObject({ ok: false, isUnknown: true });
    answer = answering(503, "outcome_unknown");
    expect(await withdraw()).toMatchObject({ ok: false, isUnknown: true });
    answer = answering(200, "ok");
    expect(await withdraw()).toMatchObject({ ok: true, isUnknown: false });
    expect(distinctIds()).toBe(1);
    await withdraw();
    expect(distinctIds()).toBe(2);
    expect(stored.has("attempts")).toBe(false);
  });

  it("is another intention after a rule said no, because that answer is kept too", async () => {
    answer = answering(200, "insufficient_balance");
    await withdraw();
    await withdraw();
    expect(distinctIds()).toBe(2);
  });

  it.each([
    [429, "too_often"],
    [401, "sign_in_again"],
    [413, "too_large"],
  ])(
    "stays unknown where the transport refuses the second attempt with %d",
    async (status, code) => {
      answer = lost;
      await withdraw();
      answer = answering(status, code);
      expect(await withdraw()).toMatchObject({ isUnknown: true });
      answer = answering(200, "ok");
      await withdraw();
      expect(distinctIds()).toBe(1);
    },
  );

  it("is not unknown where the transport refuses the first", async () => {
    answer = answering(429, "too_often");
    expect(await withdraw()).toMatchObject({ ok: false, isUnknown: false });
  });

  it("keeps its id whatever password is typed anew, and keeps no password and no form", async () => {
    answer = lost;
    await withdraw();
    const kept = stored.get("attempts") ?? "";
    for (const secret of ["350780", "10000", "card_id"]) expect(kept).not.toContain(secret);
    await withdraw({ fund_password: "111111" });
    expect(distinctIds()).toBe(1);
    expect(sent.map((form) => form.get("fund_password"))).toEqual(["350780", "111111"]);
  });

  it("has another id for another form, another account, and a day later", async () => {
    answer = lost;
    await withdraw();
    await withdraw({ amount: "10001" });
    account = "0311111111";
    await withdraw();
    account = "0312345678";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 });
    await withdraw();
    expect(distinctIds()).toBe(4);
  });

  it("keeps its id within the page where nothing can be stored", async () => {
    vi.stubGlobal("localStorage", undefined);
    answer = lost;
    const { askOnce } = await load();
    await askOnce("/trade/cancel-order", { id: "7" });
    await askOnce("/trade/cancel-order", { id: "7" });
    await askOnce("/trade/cancel-order", { id: "8" });
    expect(distinctIds()).toBe(2);
  });

  it("is one request where it is pressed twice at once", async () => {
    answer = lost;
    const { askOnce } = await load();
    const press = () => askOnce("/user/remove-bank-card", { id: "7" });
    await Promise.all([press(), press()]);
    expect(distinctIds()).toBe(1);
  });

  it("tells a page that was loaded anew what to ask again, and only its own customer", async () => {
    answer = lost;
    const before = await load();
    const form = { quote_id: "9" };
    await before.askOnce("/user/exchange", form, { keepsForm: true });
    expect((await load()).unansweredForm("/user/exchange")).toEqual(form);
    account = "0311111111";
    expect((await load()).unansweredForm("/user/exchange")).toBeNull();
    account = "0312345678";
    answer = answering(200, "exchange_quote_used");
    await before.askOnce("/user/exchange", form, { keepsForm: true });
    expect((await load()).unansweredForm("/user/exchange")).toBeNull();
    expect(distinctIds()).toBe(1);
  });
});
