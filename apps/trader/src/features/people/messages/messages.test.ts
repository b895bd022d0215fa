import { framedWords } from "@sanshi/contract/own-words";
import { messagePlaces } from "@sanshi/contract/constants";
import { messageTitles } from "@sanshi/contract/message-titles/us";
import { describe, expect, it } from "vitest";
import { fillText } from "@sanshi/web/fill-text";
import { routes } from "../../../app/paths.ts";
import type { Translate } from "../../../shared/text.ts";
import { badgeText } from "../../../shared/unread-messages.ts";
import { messages } from "../../../texts/us/people/messages.ts";
import { messageText } from "./message-text.ts";

const t: Translate<"messages"> = (key, params = {}) => fillText(messages[key], params);
const reader = { language: "us", simulated: true } as const;
const message = { kind: "password_changed", params: {}, texts: null, link: null } as const;

describe("what a message says", () => {
  it("is the sentences of its kind, with its gaps filled", () => {
    const device =
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
    const said = messageText({ ...message, kind: "new_sign_in", params: { device } }, t, reader);
    expect(said.title).toBe("Sign-in from a new device");
    expect(said.body).toContain("on Chrome · Android.");
    const unknown = messageText({ ...message, kind: "new_sign_in", params: {} }, t, reader);
    expect(unknown.body).toContain("on an unknown device.");
  });

  it.each([
    ["percent_down", "3.50", "is down 3.5% on the day"],
    ["price_at_or_above", "2900", "reached your alert price of ¥2,900 or above"],
  ])("tells of an alert on %s as it was set", (alert, value, words) => {
    const params = {
      type: "jpy",
      code: "7203",
      name_us: "Toyota Motor",
      alert,
      value,
      price: "2912.5",
      change_percent: "2.18",
    };
    const said = messageText({ ...message, kind: "price_alert", params }, t, reader);
    expect(said.title).toBe("Toyota Motor reached your alert");
    expect(said.body).toContain(`Toyota Motor (7203) ${words}`);
    expect(said.body).toContain("at ¥2,912.5 (+2.18% on the day)");
  });

  it("tells of a margin call with what is missing, and in which market", () => {
    const params = {
      type: "jpy",
      ratio: "19.55",
      required: "20",
      restore: "20",
      missing: "10145",
    };
    const said = messageText({ ...message, kind: "margin_call", params }, t, reader);
    expect(said.title).toBe("Margin call: Japanese stocks");
    expect(said.body).toContain("is 19.55%, below the required 20%");
    expect(said.body).toContain("Add at least ¥10,145");
  });

  it("keeps an operator's own words apart from what the system says, also of an earlier release", () => {
    const own = "Please transfer 10,000 yen.";
    for (const why_us of [
      framedWords({ jp: own, cn: own, us: own }).us,
      `The operator's explanation: ${own}`,
    ]) {
      const params = { why: "other", why_us };
      const said = messageText({ ...message, kind: "deposit_rejected", params }, t, reader);
      expect(said.words).toBe(own);
      expect(said.body).not.toContain("transfer");
      expect(said.body).toContain("below");
    }
    const params = { why: "payer_differs", why_us: "The payer is not the account holder." };
    const coded = messageText({ ...message, kind: "deposit_rejected", params }, t, reader);
    expect([coded.words, coded.body.includes("The payer is not")]).toEqual([null, true]);
  });

  it.each([
    ["jpy", "Your margin ratio in Japanese stocks"],
    ["usd", "Your margin ratio in US stocks"],
    ["cny", "Your collateral ratio in Chinese stocks"],
  ])("calls the ratio what the screen of its market calls it: %s", (type, words) => {
    const params = { type, ratio: "120.5", required: "130", restore: "150", missing: "10" };
    const said = messageText({ ...message, kind: "margin_call", params }, t, reader);
    expect(said.body).toContain(words);
  });

  it("says of a call that ended with its last position that it is over, and not that it was met", () => {
    const kept = { type: "usd", ratio: "33.99", required: "25" };
    const met = messageText({ ...message, kind: "margin_restored", params: kept }, t, reader);
    expect(met.title).toBe("Margin call met: US stocks");
    const params = { type: "usd" };
    const over = messageText({ ...message, kind: "margin_restored", params }, t, reader);
    expect(over.title).toBe("Margin call over: US stocks");
    expect(over.body).toBe(
      "You have no more margin positions in US stocks, so the margin call is over.",
    );
  });

  it.each([
    ["call_overdue", "A margin call was not met in time, so 100 shares of Toyota Motor (7203)"],
    ["ratio_too_low", "Your margin ratio fell to −9.1%, below 10%, so 1,240 shares"],
  ])("says why a position was sold by force: %s", (reason, words) => {
    const quantity = reason === "call_overdue" ? "100" : "1240";
    const stock = { type: "jpy", code: "7203", name_us: "Toyota Motor", quantity };
    const params = { ...stock, reason, ratio: "-9.1", required: "10", price: "2050" };
    const said = messageText({ ...message, kind: "forced_sale", params }, t, reader);
    expect(said.body).toContain(words);
    expect(said.body).toContain("at the market price of ¥2,050");
  });

  it.each([
    [{ closing: "true" }, "You can still close positions."],
    [{ closing: "false" }, "New orders and closing are paused: Apple (AAPL)."],
    [{ closing: "false", orders: "true" }, "Limit and stop orders are accepted"],
  ])("says of a halt what can be asked for within it: %j", (taken, words) => {
    const params = { scope_us: "Apple (AAPL)", until: "2026-11-27T02:10:00.000Z", ...taken };
    const said = messageText({ ...message, kind: "trading_halted", params }, t, reader);
    expect(said.body).toContain(words);
  });

  const lowering = { per_share: "0.50", currency: "USD", before: "180.00", after: "179.50" };
  it.each([
    ["order_filled", {}, "100 shares of Toyota Motor (7203) was filled at ¥2,050 on average."],
    ["order_filled", { hours: "extended" }, "on average. Filled in extended hours."],
    ["closing_filled", { reason: "limit", hours: "extended" }, "Filled in extended hours."],
    ["order_partly_filled", { rest: "waits" }, "The rest is still waiting."],
    ["order_partly_filled", { rest: "taken_back" }, "so the rest was canceled"],
    ["order_triggered", { stop: "2100" }, "reached your stop price of ¥2,100"],
    ["order_expired", { order: "opening" }, "the money held for it was released"],
    ["order_expired", { order: "closing" }, "you still hold them"],
    ["order_rejected", { reason: "insufficient_balance" }, "did not cover the price"],
    ["order_rejected", { reason: "insufficient_credit_limit" }, "exceeded your available credit"],
    ["order_rejected", { reason: "no_counterparty" }, "there was no counterparty"],
    ["order_rejected", { ...lowering, reason: "dividend" }, "leaves nothing of the price"],
    ["order_lowered", lowering, "was lowered from 180.00 to 179.50"],
    ["order_not_lowered", lowering, "it is still working at 180.00"],
    ["closing_filled", { reason: "limit" }, "Your closing order was filled"],
    ["closing_filled", { reason: "take_profit" }, "of the position: −¥1,200."],
    ["closing_filled", { reason: "stop_loss" }, "Your stop-loss price was reached"],
    ["exit_started", { reason: "take_profit" }, "at that price or better"],
    ["exit_started", { reason: "stop_loss" }, "at the market price"],
  ] as const)("says what became of an order: %s %j", (kind, more, words) => {
    const stock = { type: "jpy", code: "7203", name_us: "Toyota Motor", quantity: "100" };
    const params = { ...stock, filled: "60", price: "2050", profit: "-1200", ...more };
    const said = messageText({ ...message, kind, params }, t, reader);
    expect(said.body).toContain(words);
    expect(`${said.title}${said.body}`).not.toMatch(/[{}]/);
  });

  it("speaks of simulated money only where it is simulated", () => {
    const welcome = { ...message, kind: "welcome" } as const;
    expect(messageText(welcome, t, reader).body).toContain("simulated funds");
    expect(messageText(welcome, t, { ...reader, simulated: false }).body).not.toContain(
      "simulated",
    );
  });

  it("is an operator's own text in the reader's language", () => {
    const text = (title: string) => ({ title, body: "…" });
    const texts = { jp: text("お知らせ"), cn: text("公告"), us: text("Holiday") };
    const announcement = { ...message, kind: "announcement", texts } as const;
    expect(messageText(announcement, t, reader).title).toBe("Holiday");
    expect(messageText(announcement, t, { ...reader, language: "cn" }).title).toBe("公告");
  });

  it("stays readable where a newer server sends a kind that this app does not know", () => {
    const newer = { ...message, kind: "toString" as "welcome" };
    expect(messageText(newer, t, reader).title).toBe("Notice");
  });

  it.each(messagePlaces)("that leads to %s finds it there", (place) => {
    expect(Object.values<string>(routes)).toContain(place);
  });

  it.each([
    ["/position/info?id=7", "/position/info?id=7"],
    [null, null],
    ["https://example.com", null],
    ["//example.com", null],
    ["/login/login", null],
  ])("leads from %s to %s", (link, place) => {
    expect(messageText({ ...message, link }, t, reader).way?.place ?? null).toBe(place);
  });
});

describe("the titles", () => {
  it("are the contract's, so that the server keeps operators from using them", () => {
    const own = Object.keys(messages).filter((key) => key.startsWith("title_"));
    const known = [...Object.keys(messageTitles), "title_unknown"];
    expect(own.filter((key) => !known.includes(key))).toEqual([]);
  });
});

describe("the count beside the bell", () => {
  it.each([
    [1, "1"],
    [99, "99"],
    [100, "99+"],
  ])("of %i is %s", (count, text) => expect(badgeText(count)).toBe(text));
});
