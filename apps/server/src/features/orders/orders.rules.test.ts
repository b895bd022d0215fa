import type { CustomerState, RefusalCode } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import type { Instrument, Quote } from "../../market-feed/market-feed.ts";
import { checkClosing, type ClosablePosition, type ClosingForm } from "./orders.closing.rules.ts";
import {
  checkOpening,
  decideOpening,
  quoteAgeMsMax,
  type MarketFacts,
  type OpeningForm,
} from "./orders.rules.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));
/** Friday, 2026-11-20, 10:00 in Tokyo: the exchange is open. */
const now = Date.parse("2026-11-20T01:00:00Z");

const instrument: Instrument = {
  market: "jpy",
  code: "7203",
  exchange: "TSE",
  names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
  searchTerms: [],
  tickClass: "topix500",
  limitClass: "standard",
  lotSize: shares(1n),
  sector: "automobiles",
  listedOn: "1949-05-16",
};

const quote: Quote = {
  market: "jpy",
  code: "7203",
  feed: "test",
  sequence: 7n,
  at: now,
  last: at(2_850),
  bid: at(2_849.5),
  ask: at(2_850.5),
  bids: [{ price: at(2_849.5), quantity: shares(100n) }],
  asks: [{ price: at(2_850.5), quantity: shares(100n) }],
  tradingDate: "2026-11-20",
  previousClose: at(2_800),
  open: at(2_800),
  high: at(2_860),
  low: at(2_790),
  volume: shares(1n),
  turnoverMinor: 1n,
  halted: false,
};

const limitRule = {
  rule: "tse_daily_price_limit",
  validFrom: "2010-01-04",
  source: "test",
  confirmed: true,
};

const facts: MarketFacts = {
  instrument,
  quote,
  limits: () => ({ low: at(2_300), high: at(3_300), reference: limitRule }),
  now,
  hours: "exchange",
};

const form: OpeningForm = {
  side: "long",
  kind: "limit",
  price: "2850",
  quantity: "100",
  leverage: "1",
};

type Case = {
  state?: CustomerState;
  form?: Partial<OpeningForm>;
  facts?: Partial<MarketFacts>;
};

function refusalOf({ state = "active", form: typed, facts: met }: Case) {
  const checked = checkOpening({ ...form, ...typed }, state, { ...facts, ...met });
  if (!checked.ok) return checked.objection;
  const decided = decideOpening(
    checked.value,
    checked.value.quote.asks.length === 0
      ? { kind: "no_counterparty" }
      : { kind: "filled", price: checked.value.quote.ask },
    now,
  );
  return decided.ok ? null : decided.objection;
}

/** In the order in which they are decided: each case also breaks every rule that comes after it. */
const openingCases: [RefusalCode, Case, Record<string, string>?][] = [
  ["account_frozen", { state: "frozen" }],
  ["trading_disabled", { state: "trading_disabled" }],
  ["instrument_not_found", { facts: { instrument: null, quote: null } }],
  ["short_not_offered", { form: { side: "short" } }],
  ["leverage_not_offered", { form: { leverage: "2" } }],
  ["quantity_not_whole", { form: { quantity: "1.5" } }],
  ["quantity_not_positive", { form: { quantity: "-1" } }],
  ["quantity_too_large", { form: { quantity: "100000000000000001" } }, { max: "1000000000" }],
  [
    "quantity_not_in_lots",
    { form: { quantity: "150" }, facts: { instrument: { ...instrument, lotSize: shares(100n) } } },
    { lot: "100", rule: "tse_trading_unit", since: "2018-10-01" },
  ],
  ["price_required", { form: { price: undefined } }],
  ["price_not_allowed", { form: { kind: "market", price: "2850" } }],
  ["price_not_positive", { form: { price: "-1" } }],
  [
    "price_not_on_tick",
    { form: { price: "2850.3" } },
    { tick: "0.5", currency: "JPY", rule: "tse_tick_size_topix500", since: "2023-06-05" },
  ],
  [
    "market_closed",
    { facts: { now: Date.parse("2026-11-20T12:00:00Z") } },
    { rule: "tse_sessions", since: "2024-11-05" },
  ],
  ["instrument_halted", { facts: { quote: { ...quote, halted: true } } }],
  ["price_unavailable", { facts: { quote: null } }],
  [
    "price_beyond_limit",
    { form: { price: "3301" } },
    {
      low: "2300",
      high: "3300",
      limit: "3300",
      currency: "JPY",
      rule: "tse_daily_price_limit",
      since: "2010-01-04",
    },
  ],
  ["cannot_buy", { facts: { quote: { ...quote, asks: [] } } }],
  [
    "order_value_too_large",
    { form: { quantity: "999999999" } },
    { max: "10000000000", currency: "JPY" },
  ],
];

describe("opening", () => {
  it.each(openingCases)("is refused with %s", (code, broken, params) => {
    const objection = refusalOf(broken);
    expect(objection?.code).toBe(code);
    if (params !== undefined) expect(objection?.params).toEqual(params);
  });

  it("is refused with the first of several rules that it breaks", () => {
    // A market order cannot also break what concerns a limit.
    const cases = openingCases.filter(([code]) => code !== "price_not_allowed");
    for (const [index, [code]] of cases.entries()) {
      const broken = cases.slice(index).map(([, one]) => one);
      const all = broken.reduceRight<Case>(
        (sum, one) => ({
          state: one.state ?? sum.state ?? "active",
          form: { ...sum.form, ...one.form },
          facts: { ...sum.facts, ...one.facts },
        }),
        {},
      );
      expect([code, refusalOf(all)?.code]).toEqual([code, code]);
    }
  });

  it("of what is in order goes through, at the ask", () => {
    expect(refusalOf({})).toBeNull();
    const checked = checkOpening(form, "active", facts);
    expect(checked).toMatchObject({ ok: true, value: { quantity: 100n, limit: 28_500_000n } });
  });

  it("tells when the market opens next", () => {
    const evening = Date.parse("2026-11-20T12:00:00Z");
    expect(refusalOf({ facts: { now: evening } })?.times).toEqual({
      // Monday is a holiday; Tokyo opens on Tuesday at nine.
      opens_at: Date.parse("2026-11-24T00:00:00Z"),
    });
  });

  it.each([
    ["older than the limit", { at: now - quoteAgeMsMax - 1 }],
    ["from the future", { at: now + quoteAgeMsMax + 1 }],
    ["with a last price of zero", { last: price(0n) }],
    ["with a negative ask", { ask: price(-1n) }],
    ["with a bid of zero", { bid: price(0n) }],
  ])("never uses a quote %s", (_name, wrong) => {
    expect(refusalOf({ facts: { quote: { ...quote, ...wrong } } })?.code).toBe("price_unavailable");
  });

  it("uses a quote that is exactly as old as it may be", () => {
    expect(refusalOf({ facts: { quote: { ...quote, at: now - quoteAgeMsMax } } })).toBeNull();
  });

  it.each([
    ["0", "quantity_not_positive"],
    ["-1.5", "quantity_not_whole"],
    ["1.0", null],
    ["100000000000000000", "quantity_too_large"],
  ])("of %s shares: %s", (quantity, code) => {
    expect(refusalOf({ form: { quantity } })?.code ?? null).toBe(code);
  });

  it.each([
    ["0", "price_not_positive"],
    ["0.0", "price_not_positive"],
    ["-2850", "price_not_positive"],
    ["2850.00001", "price_not_on_tick"],
    ["2850.50", null],
    ["100000000000000000", "price_beyond_limit"],
    ["3300", null],
    ["2300", null],
    ["2299.5", "price_beyond_limit"],
  ])("at a limit of %s: %s", (typed, code) => {
    expect(refusalOf({ form: { price: typed } })?.code ?? null).toBe(code);
  });

  it("refuses a price that no share has where a day has no limits", () => {
    const objection = refusalOf({
      form: { price: "10000000000" },
      facts: { limits: () => null },
    });
    expect(objection).toMatchObject({
      code: "price_beyond_limit",
      params: { low: "0.1", high: "1000000000" },
    });
  });

  it("costs shares times price rounded up, and the fees", () => {
    const checked = checkOpening({ ...form, quantity: "3" }, "active", facts);
    if (!checked.ok) throw new Error(checked.objection.code);
    const decided = decideOpening(checked.value, { kind: "filled", price: quote.ask }, now);
    // 3 × 2,850.5 yen is 8,551.5.
    expect(decided).toMatchObject({ ok: true, value: { amount: 8_552n, fee: 0n, total: 8_552n } });
  });
});

const held: ClosablePosition = {
  status: 0,
  opened: shares(100n),
  closed: shares(40n),
  sellableAt: now,
};
const closingForm: ClosingForm = {
  kind: "limit",
  price: "2850",
  quantity: "60",
  timeInForce: "until_cancelled",
};

type ClosingCase = {
  state?: CustomerState;
  form?: Partial<ClosingForm>;
  position?: Partial<ClosablePosition> | null;
  facts?: Partial<MarketFacts>;
};

function closingRefusal({ state = "active", form: typed, position, facts: met }: ClosingCase) {
  const checked = checkClosing(
    { ...closingForm, ...typed },
    state,
    position === null ? null : { ...held, ...position },
    { ...facts, ...met },
  );
  return checked.ok ? null : checked.objection;
}

describe("closing", () => {
  it.each<[RefusalCode, ClosingCase, Record<string, string>?]>([
    ["account_frozen", { state: "frozen", position: null }],
    ["position_not_found", { position: null, form: { quantity: "-1" } }],
    ["position_not_holding", { position: { status: 1 }, form: { quantity: "0.5" } }],
    ["position_not_holding", { position: { status: 2 } }],
    ["position_not_holding", { position: { status: 5 } }],
    ["quantity_not_whole", { form: { quantity: "0.5" }, position: { sellableAt: now + 1 } }],
    ["quantity_not_positive", { form: { quantity: "0" }, position: { sellableAt: now + 1 } }],
    ["quantity_exceeds_position", { form: { quantity: "61" } }, { max: "60" }],
    [
      "quantity_not_in_lots",
      { form: { quantity: "7" }, facts: { instrument: { ...instrument, lotSize: shares(10n) } } },
      { lot: "10", rule: "site_trading_unit" },
    ],
    ["sell_locked", { position: { sellableAt: now + 1 }, form: { price: undefined } }],
    ["price_required", { form: { price: undefined } }],
    ["price_not_allowed", { form: { kind: "market" } }],
    ["price_not_positive", { form: { price: "0" } }],
    ["price_not_on_tick", { form: { price: "2850.1" } }],
    ["market_closed", { facts: { now: now + 43_200_000 } }],
    ["instrument_halted", { facts: { quote: { ...quote, halted: true } } }],
    ["price_unavailable", { facts: { quote: null } }],
    ["price_unavailable", { facts: { instrument: null } }],
    ["price_beyond_limit", { form: { price: "2000" } }],
  ])("is refused with %s", (code, broken, params) => {
    const objection = closingRefusal(broken);
    expect(objection?.code).toBe(code);
    if (params !== undefined) expect(objection?.params).toEqual(params);
  });

  it("is allowed from the very moment at which the lock ends", () => {
    expect(closingRefusal({ position: { sellableAt: now } })).toBeNull();
    expect(closingRefusal({ position: { sellableAt: now + 1 } })).toEqual({
      code: "sell_locked",
      times: { time: now + 1 },
    });
  });

  it("stays allowed while opening is disabled for the account", () => {
    expect(closingRefusal({ state: "trading_disabled" })).toBeNull();
  });

  it("of a remainder that is no whole lot is allowed as a whole", () => {
    const odd = { instrument: { ...instrument, lotSize: shares(100n) } };
    expect(closingRefusal({ facts: odd })).toBeNull();
    expect(closingRefusal({ facts: odd, form: { quantity: undefined } })).toBeNull();
  });
});
