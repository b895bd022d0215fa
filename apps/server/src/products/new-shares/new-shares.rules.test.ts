import { dayMs, iso, type OfferingForm } from "@sanshi/contract";
import { minor, shares } from "@sanshi/money";
import { expect, it } from "vitest";
import { testOfferingOnAnyDay } from "../../../../../tests/support/test-offerings.ts";
import {
  checkSubscription,
  faultOfForm,
  offeringStatus,
  type Offered,
  type Subscriber,
} from "./new-shares.rules.ts";

const opens = Date.parse("2026-12-01T00:00:00.000Z");
const closes = Date.parse("2026-12-05T06:00:00.000Z");
const offered: Offered = {
  opens_at: opens,
  closes_at: closes,
  drawn_at: null,
  listed_at: null,
  withdrawn_at: null,
  lot_size: shares(100n),
  min_lots: 1,
  max_lots: 3,
  asks_money: true,
};
const subscriber: Subscriber = {
  state: "active",
  isVerified: true,
  enteredBy: null,
  suspendedUntil: null,
  available: minor(300_000n),
  cost: (lots) => minor(100_000n * BigInt(lots)),
};

it.each([
  ["a millisecond before the open", opens - 1, "subscription_not_open"],
  ["in the first millisecond", opens, "ok"],
  ["in the last millisecond", closes - 1, "ok"],
  ["at the close", closes, "subscription_not_open"],
] as const)("%s, asked at %i, is answered with %s", (_when, now, expected) => {
  const checked = checkSubscription("300", offered, subscriber, now);
  expect(checked.ok ? "ok" : checked.objection.code).toBe(expected);
});

it.each([
  ["0", "quantity_not_positive"],
  ["-100", "quantity_not_positive"],
  ["150", "quantity_not_in_lots"],
  ["100", "ok"],
  ["300", "ok"],
  ["400", "quantity_above_maximum"],
] as const)("of %s shares the terms say %s", (quantity, expected) => {
  const checked = checkSubscription(quantity, offered, subscriber, opens);
  expect(checked.ok ? "ok" : checked.objection.code).toBe(expected);
});

it("takes the money to the last unit, and until when somebody is suspended to the millisecond", () => {
  const now = opens;
  const code = (more: Partial<Subscriber>) => {
    const checked = checkSubscription("300", offered, { ...subscriber, ...more }, now);
    return checked.ok ? "ok" : checked.objection.code;
  };
  expect(code({ available: minor(299_999n) })).toBe("insufficient_balance");
  expect(code({ suspendedUntil: now })).toBe("ok");
  expect(code({ suspendedUntil: now + 1 })).toBe("subscription_suspended");
});

it("is listed, drawn and over in this order, whatever the clock says", () => {
  const at = (more: Partial<Offered>, now: number) => offeringStatus({ ...offered, ...more }, now);
  expect([opens - 1, opens, closes - 1, closes].map((now) => at({}, now))).toEqual([0, 1, 1, 2]);
  expect(at({ drawn_at: closes }, opens)).toBe(3);
  expect(at({ drawn_at: closes, listed_at: closes }, opens)).toBe(4);
});

const now = Date.parse("2026-11-25T03:00:00.000Z");
const form = testOfferingOnAnyDay(now);
const after = (field: keyof OfferingForm, ms: number) => iso(Date.parse(String(form[field])) + ms);

it.each<[string, Partial<OfferingForm>, keyof OfferingForm | null]>([
  ["as they are", {}, null],
  ["an opening that has passed", { opens_at: iso(now) }, "opens_at"],
  ["a draw before the close", { draws_at: after("closes_at", -1) }, "draws_at"],
  ["a day to pay without a whole session", { pays_until: iso(now + dayMs) }, "pays_until"],
  [
    "less than a day for the waiting list",
    { waiting_until: after("pays_until", dayMs - 1) },
    "waiting_until",
  ],
  ["a listing before the shares are given", { lists_at: after("allocates_at", -1) }, "lists_at"],
  [
    "a listing on the sixtieth day after payment",
    { lists_at: after("pays_until", 60 * dayMs) },
    null,
  ],
  ["a listing later than that", { lists_at: after("pays_until", 60 * dayMs + 1) }, "lists_at"],
  ["a price range without a moment of the price", { price_high: "1100" }, "priced_at"],
  ["a price after the draw", { price_high: "1100", priced_at: form.draws_at }, "priced_at"],
  ["a price between close and draw", { price_high: "1100", priced_at: form.closes_at }, null],
])("terms with %s", (_what, more, fault) => {
  expect(faultOfForm({ ...form, ...more }, now, "exchange")).toBe(fault);
});
