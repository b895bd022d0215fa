import type { CustomerState, RefusalCode } from "@sanshi/contract";
import { minor, shares } from "@sanshi/money";
import { cited } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import {
  testInstrument,
  testQuote,
  units as at,
} from "../../../../../../tests/support/builders.ts";
import type { HeldBack } from "../checking/exchange-facts.ts";
import type { ClosingForm } from "../checking/order-forms.ts";
import { checkClosing, type ClosablePosition } from "./closing.rules.ts";
import type { MarketFacts } from "../checking/order-checks.rules.ts";

/** Friday, 2026-11-20, 10:00 in Tokyo: the exchange is open. */
const now = Date.parse("2026-11-20T01:00:00Z");

const instrument = testInstrument();

const quote = testQuote({ at: now });

const limitRule = cited("tse_daily_price_limit", "2010-01-04", []);

const facts: MarketFacts = {
  instrument,
  halt: null,
  quote,
  limits: () => ({ low: at(2_300), high: at(3_300), reference: limitRule }),
  now,
  hours: "exchange",
  exchange: null,
};

const held: ClosablePosition = {
  status: "holding",
  opened: shares(100n),
  closed: shares(40n),
  closingShares: shares(0n),
  closingOrders: 0,
  opensAtExchange: null,
  sellableAt: now,
  side: "long",
  leverage: 1,
  heldBack: null,
  saleRoom: null,
};
const closingForm: ClosingForm = {
  kind: "limit",
  price: "2850",
  quantity: "60",
  timeInForce: "until_cancelled",
};

const roomFor = (most: bigint, waiting: bigint) => ({
  market: "jpy" as const,
  most: shares(most),
  waiting: shares(waiting),
  missing: minor(5_000n),
  on: "2099-01-05",
  at: now + 1,
  reference: cited("jp_same_day_money", "2007-09-30", []),
});
const bought = (quantity: bigint): HeldBack => ({
  quantity: shares(quantity),
  on: "9999-12-31",
  at: now + 1,
  reference: cited("cn_t_plus_1", "1995-01-01", []),
});

type ClosingCase = {
  state?: CustomerState;
  closingBarredUntil?: number;
  form?: Partial<ClosingForm>;
  position?: Partial<ClosablePosition> | null;
  facts?: Partial<MarketFacts>;
};

function closingRefusal(broken: ClosingCase) {
  const { state = "active", closingBarredUntil = null, form: typed, position, facts: met } = broken;
  const checked = checkClosing(
    { ...closingForm, ...typed },
    { state, closingBarredUntil },
    position === null ? null : { ...held, ...position },
    { ...facts, ...met },
  );
  return checked.ok ? null : checked.objection;
}

describe("closing", () => {
  it.each<[RefusalCode, ClosingCase, Record<string, string>?]>([
    ["account_frozen", { state: "banned", position: null }],
    ["position_not_found", { position: null, form: { quantity: "-1" } }],
    ["position_not_holding", { position: { status: "closed" }, form: { quantity: "0.5" } }],
    ["position_not_holding", { position: { status: "closing", closingShares: shares(60n) } }],
    [
      "orders_waiting_too_many",
      { position: { status: "closing", closingShares: shares(20n), closingOrders: 20 } },
      { max: "20" },
    ],
    ["position_not_holding", { position: { status: "locked" } }],
    ["closing_barred", { closingBarredUntil: now + 1, form: { quantity: "0.5" } }],
    ["quantity_not_whole", { form: { quantity: "0.5" }, position: { sellableAt: now + 1 } }],
    ["quantity_not_positive", { form: { quantity: "0" }, position: { sellableAt: now + 1 } }],
    ["quantity_exceeds_position", { form: { quantity: "61" } }, { max: "60" }],
    [
      "quantity_exceeds_position",
      {
        position: { status: "closing", closingShares: shares(40n), closingOrders: 1 },
        form: { quantity: "21" },
      },
      { max: "20" },
    ],
    [
      "quantity_not_in_lots",
      { form: { quantity: "7" }, facts: { instrument: { ...instrument, lotSize: shares(10n) } } },
      { lot: "10", rule: "site_trading_unit" },
    ],
    ["sell_locked", { position: { sellableAt: now + 1 }, form: { price: undefined } }],
    [
      "bought_today",
      { position: { heldBack: bought(20n) }, form: { quantity: "41", price: undefined } },
      { max: "40", rule: "cn_t_plus_1", since: "1995-01-01" },
    ],
    [
      "same_day_sale",
      { position: { saleRoom: roomFor(70n, 30n) }, form: { quantity: "41", price: undefined } },
      {
        shares: "40",
        amount: "5000",
        currency: "JPY",
        rule: "jp_same_day_money",
        since: "2007-09-30",
      },
    ],
    ["price_required", { form: { price: undefined } }],
    ["price_not_allowed", { form: { kind: "market" } }],
    ["price_not_positive", { form: { price: "0" } }],
    ["price_not_on_tick", { form: { price: "2850.1" } }],
    ["instrument_halted", { facts: { quote: { ...quote, halted: true } } }],
    ["price_unavailable", { facts: { quote: null } }],
    ["price_unavailable", { facts: { instrument: null } }],
    ["price_beyond_limit", { form: { price: "2000" } }],
  ])("is refused with %s", (code, broken, params) => {
    const objection = closingRefusal(broken);
    expect(objection?.code).toBe(code);
    if (params !== undefined) expect(objection?.params).toMatchObject(params);
  });

  it("is allowed from the very moment at which the lock ends", () => {
    expect(closingRefusal({ position: { sellableAt: now } })).toBeNull();
    expect(closingRefusal({ position: { sellableAt: now + 1 } })).toEqual({
      code: "sell_locked",
      times: { time: now + 1 },
    });
  });

  it("of what was bought before today is allowed, beside what works of it already", () => {
    const some = { heldBack: bought(20n) };
    expect(closingRefusal({ position: some, form: { quantity: "40" } })).toBeNull();
    const working = { ...some, status: "closing", closingShares: shares(30n) } as const;
    expect(closingRefusal({ position: working, form: { quantity: "10" } })).toBeNull();
    expect(closingRefusal({ position: working, form: { quantity: "11" } })?.code).toBe(
      "bought_today",
    );
    expect(closingRefusal({ position: { heldBack: { ...bought(60n), at: now } } })).toBeNull();
  });

  it("of what a sale of today has not paid is allowed, and all of it from the next trading day on", () => {
    const room = roomFor(70n, 30n);
    expect(closingRefusal({ position: { saleRoom: room }, form: { quantity: "40" } })).toBeNull();
    expect(closingRefusal({ position: { saleRoom: { ...room, at: now } } })).toBeNull();
    expect(closingRefusal({ position: { saleRoom: roomFor(20n, 30n) } })).toMatchObject({
      code: "same_day_sale",
      params: { shares: "0" },
    });
  });

  it("stays allowed while the account is frozen or opening is disabled", () => {
    expect(closingRefusal({ state: "trading_disabled" })).toBeNull();
    expect(closingRefusal({ state: "frozen" })).toBeNull();
  });

  it("is allowed from the very moment at which a bar on the account ends", () => {
    expect(closingRefusal({ state: "frozen", closingBarredUntil: now })).toBeNull();
    expect(closingRefusal({ state: "frozen", closingBarredUntil: now + 1 })).toEqual({
      code: "closing_barred",
      times: { until: now + 1 },
    });
  });

  it("of a remainder that is no whole lot is allowed as a whole", () => {
    const odd = { instrument: { ...instrument, lotSize: shares(100n) } };
    expect(closingRefusal({ facts: odd })).toBeNull();
    expect(closingRefusal({ facts: odd, form: { quantity: undefined } })).toBeNull();
  });
});
