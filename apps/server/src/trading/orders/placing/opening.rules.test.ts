import { quoteAgeMsMax, quoteLeadMsMax } from "@sanshi/contract";
import type { CustomerState, RefusalCode } from "@sanshi/contract";
import { price, shares, type Shares } from "@sanshi/money";
import { cited, feeSchedule, localDate, priceLimits } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  testInstrument,
  testQuote,
  units as at,
} from "../../../../../../tests/support/builders.ts";
import type { DepthLevel, Instrument } from "../../../market-feed/market-feed.ts";
import { simulatedVenue } from "../../../venues/simulated-venue.ts";
import { stockOffer, type OwnOffer } from "../../../market/stock-offers/stock-offers.ts";
import { reservedAt } from "../costing/opening-money.rules.ts";
import { checkOpening, decideOpening, type OpeningForm } from "./opening.rules.ts";
import type { MarketFacts } from "../checking/order-checks.rules.ts";

/** Friday, 2026-11-20, 10:00 in Tokyo: the exchange is open. */
const now = Date.parse("2026-11-20T01:00:00Z");
const tokyo = (time: string) => Date.parse(`2026-11-20T${time}:00+09:00`);

const instrument = testInstrument();

const level = (units: number, quantity: bigint): DepthLevel => ({
  price: at(units),
  quantity: shares(quantity),
});

const quote = testQuote({
  at: now,
  bids: [level(2_849.5, 100n), level(2_849, 200n)],
  asks: [level(2_850.5, 100n), level(2_851, 200n)],
});

const facts: MarketFacts = {
  instrument,
  halt: null,
  quote,
  limits: () => ({
    low: at(2_300),
    high: at(3_300),
    reference: cited("tse_daily_price_limit", "2010-01-04", []),
  }),
  now,
  hours: "exchange",
  exchange: null,
};

const limitForm: OpeningForm = {
  side: "long",
  kind: "limit",
  price: "2850.5",
  quantity: "100",
  leverage: "1",
  timeInForce: "until_cancelled",
};
const marketForm: OpeningForm = { ...limitForm, kind: "market", price: undefined };
const stopForm: OpeningForm = {
  ...limitForm,
  kind: "stop",
  price: undefined,
  stopPrice: "2900",
};

type Case = {
  state?: CustomerState;
  form?: Partial<OpeningForm>;
  facts?: Partial<MarketFacts>;
  own?: OwnOffer;
};

const undecided: OwnOffer = { leverages: null, shortOffered: null };

function opened(base: OpeningForm, { state = "active", form, facts: met, own }: Case = {}) {
  const known = { ...facts, ...met };
  const checked = checkOpening({ ...base, ...form }, state, known, (stock, date) =>
    stockOffer(stock, date, own ?? undecided),
  );
  if (!checked.ok) return checked;
  const { side, quantity, limit, stop, isMatching, quote: own_quote } = checked.value;
  const match =
    stop === null && isMatching
      ? simulatedVenue.match({ side: side === "long" ? "buy" : "sell", quantity, limit }, own_quote)
      : null;
  const { market } = checked.value.instrument;
  return decideOpening(checked.value, match, feeSchedule(market, localDate(market, known.now)));
}

function refusalOf(broken: Case, base = limitForm) {
  const decided = opened(base, broken);
  return decided.ok ? null : decided.objection;
}

function openingOf(base: OpeningForm, one: Case = {}) {
  const decided = opened(base, one);
  if (!decided.ok) throw new Error(decided.objection.code);
  return decided.value;
}

const tickRule = { rule: "tse_tick_size_topix500", since: "2023-06-05", currency: "JPY" };
const smallStock = { ...instrument, tickClass: "standard" as const };

/** In the order in which they are decided: each case also breaks every rule that comes after it. */
const limitCases: [RefusalCode, Case, Record<string, string>?][] = [
  ["account_frozen", { state: "frozen" }],
  ["trading_disabled", { state: "trading_disabled" }],
  ["instrument_not_found", { facts: { instrument: null, quote: null } }],
  [
    "short_not_offered",
    { form: { side: "short" }, facts: { instrument: smallStock } },
    { rule: "jp_short_selling", since: "1998-12-01" },
  ],
  ["leverage_not_offered", { form: { leverage: "5" } }, { max: "3", rule: "jp_margin" }],
  ["short_not_switched_on", { form: { side: "short", shortOn: false } }],
  ["quantity_not_whole", { form: { quantity: "1.5" } }],
  ["quantity_not_positive", { form: { quantity: "-1" } }],
  ["quantity_too_large", { form: { quantity: "100000000000000001" } }, { max: "1000000000" }],
  [
    "quantity_not_in_lots",
    { form: { quantity: "150" }, facts: { instrument: { ...instrument, lotSize: shares(100n) } } },
    { lot: "100", rule: "tse_trading_unit", since: "2018-10-01" },
  ],
  ["price_required", { form: { price: undefined } }],
  ["price_not_positive", { form: { price: "-1" } }],
  ["price_not_on_tick", { form: { price: "2850.3" } }, { tick: "0.5", ...tickRule }],
  ["stop_price_not_allowed", { form: { stopPrice: "2900" } }],
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
  ["exit_price_not_positive", { form: { takeProfit: "0" } }, { field: "take_profit" }],
  [
    "exit_price_not_on_tick",
    { form: { stopLoss: "2700.3" } },
    { field: "stop_loss", tick: "0.5", ...tickRule },
  ],
  [
    "take_profit_on_wrong_side",
    { form: { takeProfit: "2850.5" } },
    { price: "2850.5", currency: "JPY" },
  ],
  [
    "stop_loss_on_wrong_side",
    { form: { stopLoss: "2850.5" } },
    { price: "2850.5", currency: "JPY" },
  ],
  [
    "order_value_too_large",
    { form: { quantity: "999999999" } },
    { max: "10000000000", currency: "JPY" },
  ],
];

describe("opening", () => {
  it.each(limitCases)("is refused with %s", (code, broken, params) => {
    const objection = refusalOf(broken);
    expect(objection?.code).toBe(code);
    if (params !== undefined) expect(objection?.params).toMatchObject(params);
  });

  it("is refused with the first of several rules that it breaks", () => {
    // Two prices of a bracket cannot both be wrong in every way, and an unoffered short needs another stock.
    const bracket = ["exit_price_not_positive", "exit_price_not_on_tick"];
    const cases = limitCases.filter(([code]) => !bracket.includes(code));
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

  it.each<[RefusalCode, OpeningForm, Case, Record<string, string>?]>([
    ["price_not_allowed", marketForm, { form: { price: "2850" } }],
    ["stop_price_not_allowed", marketForm, { form: { stopPrice: "2900" } }],
    ["cannot_buy", marketForm, { facts: { quote: { ...quote, asks: [] } } }],
    [
      "cannot_sell_short",
      marketForm,
      { form: { side: "short" }, facts: { quote: { ...quote, bids: [] } } },
    ],
    [
      "shares_not_borrowable",
      marketForm,
      { form: { side: "short", borrowable: 99n } },
      { max: "99" },
    ],
    ["price_not_allowed", stopForm, { form: { price: "2850" } }],
    ["stop_price_required", stopForm, { form: { stopPrice: undefined } }],
    ["stop_price_not_positive", stopForm, { form: { stopPrice: "-0.5" } }],
    [
      "stop_price_not_on_tick",
      stopForm,
      { form: { stopPrice: "2900.1" } },
      { tick: "0.5", ...tickRule },
    ],
    [
      "stop_price_reached",
      stopForm,
      { form: { stopPrice: "2850" } },
      { now: "2850", currency: "JPY" },
    ],
    [
      "price_beyond_limit",
      stopForm,
      { form: { stopPrice: "9000000000000" } },
      {
        low: "0.1",
        high: "1000000000",
        limit: "1000000000",
        currency: "JPY",
        rule: "site_price_range",
      },
    ],
    ["stop_price_reached", stopForm, { form: { side: "short" } }],
    ["price_required", stopForm, { form: { kind: "stop_limit" } }],
    ["price_beyond_limit", stopForm, { form: { kind: "stop_limit", price: "3301" } }],
    ["price_not_on_tick", stopForm, { form: { kind: "stop_limit", price: "3000.5" } }],
    // A short gains below its price and loses above it.
    [
      "take_profit_on_wrong_side",
      marketForm,
      { form: { side: "short", takeProfit: "2849.5" } },
      { price: "2849.5", currency: "JPY" },
    ],
    ["stop_loss_on_wrong_side", marketForm, { form: { side: "short", stopLoss: "2849" } }],
  ])("is refused with %s, at the market or at a stop", (code, base, broken, params) => {
    const objection = refusalOf(broken, base);
    expect(objection?.code).toBe(code);
    if (params !== undefined) expect(objection?.params).toMatchObject(params);
  });

  it("is taken in the evening and waits, at the market with money for the highest price of the day", () => {
    const evening = Date.parse("2026-11-20T12:00:00Z");
    const { match, waiting } = openingOf(limitForm, { facts: { now: evening } });
    expect([match, waiting?.quantity]).toEqual([null, 100n]);
    const atMarket = { ...limitForm, kind: "market" as const, price: undefined };
    const held = openingOf(atMarket, { facts: { now: evening } });
    expect(held).toMatchObject({ match: null, price: at(3_300), waiting: { amount: 330_000n } });
    // Without limits so much above the last price as of a stop: 2,850 yen and 5 %.
    const free = openingOf(atMarket, { facts: { now: evening, limits: () => null } });
    expect(free).toMatchObject({ waiting: { amount: 299_250n } });
  });

  it.each([
    ["older than the limit", { at: now - quoteAgeMsMax - 1 }],
    ["from the future", { at: now + quoteLeadMsMax + 1 }],
    ["of an age that is not known", { ageUnknown: true as const }],
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
      params: { low: "0.1", high: "1000000000", rule: "site_price_range" },
    });
  });
});

describe("while orders are only collected", () => {
  it.each(["08:30", "15:27"])(
    "a limit order is taken at %s and waits, however old the quote",
    (time) => {
      const before = { ...quote, at: tokyo(time) - 3_600_000 };
      const opening = openingOf(limitForm, { facts: { now: tokyo(time), quote: before } });
      expect(opening).toMatchObject({
        filled: null,
        waiting: { quantity: 100n, margin: 285_050n },
      });
    },
  );

  it("a market order waits for the closing auction", () => {
    const waiting = openingOf(marketForm, { facts: { now: tokyo("15:25") } });
    expect(waiting).toMatchObject({ filled: null, waiting: { quantity: 100n } });
    // Before November 2024 the last five minutes were like the others, and nothing came after.
    const then = Date.parse("2024-10-31T14:57:00+09:00");
    expect(
      refusalOf({ facts: { now: then, quote: { ...quote, at: then } } }, marketForm),
    ).toBeNull();
  });

  it("an order for the day is over when the day is", () => {
    const expiry = (form: Partial<OpeningForm>, met: Partial<MarketFacts> = {}) => {
      const checked = checkOpening(
        { ...limitForm, ...form },
        "active",
        { ...facts, ...met },
        (s, d) => stockOffer(s, d, undecided),
      );
      return checked.ok ? checked.value.expiresAt : checked.objection.code;
    };
    expect(expiry({})).toBeNull();
    expect(expiry({ timeInForce: "day" })).toBe(tokyo("15:31"));
    expect(expiry({ timeInForce: "day" }, { hours: "always" })).toBe(
      Date.parse("2026-11-21T00:00:00+09:00"),
    );
  });
});

describe("an opening", () => {
  it("at the market takes what the levels have; the rest is cancelled", () => {
    const opening = openingOf(marketForm, { form: { quantity: "500" } });
    // 100 × 2,850.5 + 200 × 2,851 yen.
    expect(opening.filled).toMatchObject({ quantity: 300n, amount: 855_250n, margin: 855_250n });
    expect(opening).toMatchObject({ waiting: null, reserved: 0n, total: 855_250n, credit: 0n });
    expect(opening.price).toBe(28_508_333n);
  });

  it("at a limit takes no worse price, and the rest waits with its money reserved", () => {
    const opening = openingOf(limitForm, { form: { quantity: "500" } });
    expect(opening.filled).toMatchObject({ quantity: 100n, amount: 285_050n });
    expect(opening.waiting).toMatchObject({ quantity: 400n, amount: 1_140_200n });
    expect(opening).toMatchObject({ reserved: 1_140_200n, total: 1_425_250n });
  });

  it("with leverage puts in a part, rounded up, and borrows the rest, of what waits too", () => {
    const opening = openingOf(limitForm, { form: { quantity: "500", leverage: "3" } });
    expect(opening.filled).toMatchObject({ margin: 95_017n, borrowed: 190_033n });
    // The parts of an order put in together what the whole would have.
    expect(opening).toMatchObject({ total: 475_084n, credit: 950_166n });
    expect(opening.total + opening.credit).toBe(1_425_250n);
  });

  it("short sells at the bids, and borrows shares, no money", () => {
    const opening = openingOf(marketForm, {
      form: { side: "short", quantity: "300", leverage: "2" },
    });
    // 100 × 2,849.5 + 200 × 2,849 yen.
    expect(opening.filled).toMatchObject({ amount: 854_750n, margin: 427_375n });
    expect(opening).toMatchObject({ credit: 0n, total: 427_375n });
  });

  it("at a stop waits, with 5 % more reserved to buy at the market", () => {
    expect(openingOf(stopForm)).toMatchObject({ filled: null, reserved: 304_500n });
    const limited = { kind: "stop_limit", price: "2905" } as const;
    expect(openingOf(stopForm, { form: limited })).toMatchObject({ reserved: 290_500n });
    const short = { side: "short", stopPrice: "2800" } as const;
    expect(openingOf(stopForm, { form: short })).toMatchObject({ reserved: 280_000n });
  });

  it("never fills beyond the limit, never more than ordered, and leaves nothing unaccounted for", () => {
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom("long", "short"),
          leverage: fc.constantFrom("1", "2", "3"),
          steps: fc.integer({ min: -10, max: 10 }),
          wanted: fc.integer({ min: 1, max: 1_000 }),
        }),
        ({ side, leverage, steps, wanted }) => {
          const limit = 2_850 + steps / 2;
          const form = { side, leverage, quantity: String(wanted), price: String(limit) } as const;
          const opening = openingOf(limitForm, { form });
          const filled: Shares = opening.match?.quantity ?? shares(0n);
          const rest = opening.waiting?.quantity ?? shares(0n);
          expect(filled + rest).toBe(BigInt(wanted));
          for (const slice of opening.match?.slices ?? []) {
            expect(side === "long" ? slice.price <= at(limit) : slice.price >= at(limit)).toBe(
              true,
            );
          }
          const paid = (opening.filled?.margin ?? 0n) + (opening.filled?.fee ?? 0n);
          expect(opening.total).toBe(paid + opening.reserved);
          const amount = (opening.filled?.amount ?? 0n) + (opening.waiting?.amount ?? 0n);
          const margin = (opening.filled?.margin ?? 0n) + (opening.waiting?.margin ?? 0n);
          if (side === "long") expect(opening.credit).toBe(amount - margin);
          expect(margin * BigInt(leverage) >= amount).toBe(true);
        },
      ),
    );
  });
});

describe("the price at which an order is reserved", () => {
  it("is its limit, or its stop and 5 % to buy at the market", () => {
    expect(reservedAt("market", "long", null, null)).toBeNull();
    expect(reservedAt("limit", "long", at(10), null)).toBe(at(10));
    expect(reservedAt("stop_limit", "long", at(11), at(10))).toBe(at(11));
    expect(reservedAt("stop", "long", null, at(10))).toBe(at(10.5));
    expect(reservedAt("stop", "short", null, at(10))).toBe(at(10));
  });
});

describe("what a stock is offered with", () => {
  const offer = (own: Partial<OwnOffer>, stock: Partial<Instrument> = {}, date = "2026-11-20") =>
    stockOffer({ ...instrument, ...stock }, date, { ...undecided, ...own });

  it.each([
    ["jpy", "2026-11-20", [1, 2, 3]],
    ["usd", "2026-11-20", [1, 2]],
    ["cny", "2026-11-20", [1]],
    ["cny", "2025-12-31", [1]],
  ] as const)("is what the initial margin of %s allows on %s", (market, date, leverages) => {
    expect(offer({}, { market }, date).leverages).toEqual(leverages);
  });

  it("is what the operator has decided, but nothing that a margin call would follow at once", () => {
    // Japan's maintenance is 20 %: five times the margin stand right at it.
    expect(offer({ leverages: [1, 2, 3, 4, 5, 10] })).toMatchObject({
      leverages: [1, 2, 3, 4],
      leverageRule: { rule: "site_leverage" },
    });
    // Assets are 130 % of the debt with 4.33 times the margin.
    expect(offer({ leverages: [1, 4, 5] }, { market: "cny" }).leverages).toEqual([1, 4]);
    expect(offer({ shortOffered: false })).toMatchObject({
      shortOffered: false,
      shortRule: { rule: "site_short_selling" },
    });
    expect(offer({ shortOffered: true }, { tickClass: "standard" }).shortOffered).toBe(true);
  });
});

describe("the largest order", () => {
  const codeOf = (form: Partial<OpeningForm>) => refusalOf({ form })?.code ?? null;

  it("has a thousand million shares, and not one more", () => {
    // What it is worth is looked at only after what it has of shares.
    expect(codeOf({ quantity: "1000000000" })).toBe("order_value_too_large");
    expect(codeOf({ quantity: "1000000001" })).toBe("quantity_too_large");
  });

  it("is worth ten thousand million yen, and not a share or a tick more", () => {
    expect(codeOf({ price: "2500", quantity: "4000000" })).toBeNull();
    expect(codeOf({ price: "2500", quantity: "4000001" })).toBe("order_value_too_large");
    expect(codeOf({ price: "2500.5", quantity: "4000000" })).toBe("order_value_too_large");
  });
});

it("names Shenzhen's own text to who trades there, where a rule is Shanghai's too", () => {
  const listed = { market: "cny", exchange: "SZSE", code: "000001" } as const;
  const stock = {
    ...instrument,
    ...listed,
    tickClass: "standard",
    limitClass: "standard",
  } as const;
  const form = { quantity: "100", price: "11.50" };
  const met = (more: object) => ({ facts: { instrument: { ...stock, ...more } } });
  const broken = [
    { ...met({ lotSize: shares(100n) }), form: { ...form, quantity: "150" } },
    { ...met({ lotSize: shares(1n) }), form: { ...form, price: "11.505" } },
    { ...met({ lotSize: shares(1n) }), form: { ...form, price: "9999" } },
  ];
  const limits = () =>
    priceLimits({ market: "cny", limitClass: "standard", basePrice: at(11), date: "2026-11-27" });
  const named = broken.map(({ facts: own, form: typed }) =>
    refusalOf({ facts: { ...own, limits }, form: typed }),
  );
  expect(named.map((refusal) => [refusal?.code, refusal?.params?.["rule_publisher"]])).toEqual([
    ["quantity_not_in_lots", "szse"],
    ["price_not_on_tick", "szse"],
    ["price_beyond_limit", "szse"],
  ]);
});
