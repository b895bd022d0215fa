import { shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { createScriptedFeed, scaled } from "../../../../tests/support/scripted-feed.ts";
import { simulatedVenue } from "./simulated-venue.ts";

/** A bar fell from 100 to 95, or rose from 100 to 110: bid and ask lie a cent off the last price. */
const feed = createScriptedFeed({ now: () => 0 });
const many = shares(1_000n);
const fell = feed.quote("usd", "AAPL", "95", {
  passedFrom: scaled("100"),
  ...{ bid: scaled("94.99"), bids: [{ price: scaled("94.99"), quantity: many }] },
  ...{ ask: scaled("95.01"), asks: [{ price: scaled("95.01"), quantity: many }] },
});
const rose = feed.quote("usd", "AAPL", "110", {
  passedFrom: scaled("100"),
  ...{ bid: scaled("109.99"), bids: [{ price: scaled("109.99"), quantity: many }] },
  ...{ ask: scaled("110.01"), asks: [{ price: scaled("110.01"), quantity: many }] },
});

type Given = { limit?: string; stop?: string; waited?: boolean };

function filledAt(side: "buy" | "sell", quote: typeof fell, given: Given): string | null {
  const { limit, stop, waited = true } = given;
  const order = { side, quantity: shares(10n), limit: limit === undefined ? null : scaled(limit) };
  const found = simulatedVenue.match(
    { ...order, ...(waited && { waited: { stop: stop === undefined ? null : scaled(stop) } }) },
    quote,
  );
  return found.price === null ? null : String(Number(found.price) / 10_000);
}

describe("an order that waited while the market passed its price", () => {
  it.each([
    ["buys at its limit, not where the market turned", "buy", fell, { limit: "97" }, "97"],
    [
      "buys at the last known price where its limit lay beyond",
      "buy",
      fell,
      { limit: "103" },
      "100.01",
    ],
    ["buys nothing below the lowest price", "buy", fell, { limit: "95" }, null],
    ["sells at its limit", "sell", rose, { limit: "104" }, "104"],
    [
      "sells at the last known price where its limit lay beyond",
      "sell",
      rose,
      { limit: "98" },
      "99.99",
    ],
    ["sells at its stop, a cent below", "sell", fell, { stop: "98" }, "97.99"],
    ["buys at its stop, a cent above", "buy", rose, { stop: "103" }, "103.01"],
    ["buys from its stop up to its limit", "buy", rose, { stop: "103", limit: "103.5" }, "103.01"],
    [
      "buys at the quote where it came to it later",
      "buy",
      fell,
      { limit: "97", waited: false },
      "95.01",
    ],
    ["sells at the quote without a limit or a stop", "sell", fell, {}, "94.99"],
  ] as const)("%s", (_what, side, quote, given, expected) => {
    expect(filledAt(side, quote, given)).toBe(expected);
  });

  it("is filled at the opening price where the market leapt over it", () => {
    const { passedFrom: _none, ...leapt } = fell;
    expect(filledAt("buy", leapt, { limit: "97" })).toBe("95.01");
    expect(filledAt("sell", leapt, { stop: "98" })).toBe("94.99");
  });
});
