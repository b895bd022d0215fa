import { dayMs, hourMs } from "@sanshi/contract";
import { minor, price, shares, zeroMinor } from "@sanshi/money";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { cited } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { testBlock } from "../../../../../tests/support/test-blocks.ts";
import {
  checkApplication,
  faultOfForm,
  objectToBlock,
  percentBelow,
  serve,
  type Applicant,
} from "./block-trades.rules.ts";
import {
  discounted,
  endedBlocks,
  simulatedBlocks,
  windowDaysMax,
} from "./simulated-sellers.rules.ts";

const now = Date.parse("2026-11-24T03:00:00Z");

const offered = {
  opens_at: now - hourMs,
  closes_at: now + hourMs,
  settled_at: null,
  withdrawn_at: null,
  rule: "first_come" as "first_come" | "equal" | "by_lot",
  lot_size: shares(10n),
  min_lots: 2,
  max_lots: 8,
};
const applicant: Applicant = {
  state: "active",
  owed: zeroMinor,
  isCalledIn: false,
  isVerified: false,
  isPersonEntered: false,
  liveApplications: 199,
  currency: "JPY",
  lotsBefore: 0,
  leftLots: 6,
  beyondDay: () => null,
  available: minor(500n),
  total: (lots) => minor(BigInt(lots) * 100n),
};
/** 50 shares are left of the day's. */
const capped: Applicant["beyondDay"] = (quantity) =>
  quantity > 50n ? { code: "quantity_above_maximum", params: { max: "50" } } : null;
const check = (quantity: string, offer: object = {}, who: Partial<Applicant> = {}) => {
  const checked = checkApplication(
    quantity,
    { ...offered, ...offer },
    { ...applicant, ...who },
    now,
  );
  return checked.ok ? checked.lots : checked.objection.code;
};

describe("an application", () => {
  it.each([
    ["20", {}, {}, 2],
    ["50", {}, {}, 5],
    ["60", {}, {}, "insufficient_balance"],
    ["70", {}, {}, "insufficient_quota"],
    ["80", {}, { leftLots: 8, available: minor(800n) }, 8],
    ["90", {}, {}, "quantity_above_maximum"],
    // The day's most of a stock under a risk warning comes before the money.
    ["60", {}, { beyondDay: capped }, "quantity_above_maximum"],
    ["30", {}, { beyondDay: capped }, 3],
    ["30", {}, { lotsBefore: 6 }, "quantity_above_maximum"],
    ["20", {}, { lotsBefore: 6 }, 2],
    ["10", {}, {}, "quantity_below_minimum"],
    ["25", {}, {}, "quantity_not_in_lots"],
    ["0", {}, {}, "quantity_not_positive"],
    ["-10", {}, {}, "quantity_not_positive"],
    ["20", { opens_at: now + 1 }, {}, "block_not_open"],
    ["20", { opens_at: now }, {}, 2],
    ["20", { closes_at: now }, {}, "block_closed"],
    ["20", { withdrawn_at: now }, {}, "product_not_available"],
    ["20", { rule: "equal" }, {}, "not_verified"],
    ["70", { rule: "equal" }, { isVerified: true, available: minor(700n) }, 7],
    ["20", { rule: "by_lot" }, { isVerified: true, leftLots: 0 }, 2],
    ["20", { rule: "by_lot" }, { isVerified: true, lotsBefore: 1 }, "block_applied_already"],
    [
      "20",
      { rule: "equal" },
      { isVerified: true, isPersonEntered: true },
      "person_entered_already",
    ],
    ["20", {}, { isPersonEntered: true }, 2],
    ["20", { rule: "equal", closes_at: now }, { isVerified: true }, "block_closed"],
    ["20", {}, { owed: minor(1n) }, "unpaid_debt"],
    ["20", {}, { liveApplications: 200 }, "block_applications_too_many"],
    ["20", {}, { isCalledIn: true }, "margin_call_open"],
    ["20", {}, { state: "trading_disabled" as const }, "trading_disabled"],
    ["20", {}, { state: "frozen" as const }, "account_frozen"],
  ])(
    "for %s shares is answered as its offer and its customer have it",
    (quantity, offer, who, expected) => {
      expect(check(quantity, offer, who)).toBe(expected);
    },
  );
});

it("serves those who came first, and never more than there is", () => {
  expect(serve([3, 3, 3], 4)).toEqual([3, 1, 0]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 })), fc.nat(500), (wanted, left) => {
      const served = serve(wanted, left);
      const sum = served.reduce((all, one) => all + one, 0);
      expect(sum).toBe(
        Math.min(
          left,
          wanted.reduce((all, one) => all + one, 0),
        ),
      );
      // Whoever got less than asked has nobody served behind.
      const short = served.findIndex((lots, index) => lots < (wanted[index] ?? 0));
      if (short >= 0) expect(served.slice(short + 1).every((lots) => lots === 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

describe("a form", () => {
  it.each([
    [{}, null],
    [{ price: "0" }, "price"],
    [{ total: "1005" }, "total"],
    [{ maximum: "2000" }, "maximum"],
    [{ minimum: "200" }, "maximum"],
    [{ opens_at: new Date(now).toISOString() }, "opens_at"],
    [{ closes_at: new Date(now + 40 * dayMs).toISOString() }, "closes_at"],
    [{ settles_at: new Date(now).toISOString() }, "settles_at"],
    [{ lock_up_days: 366 }, "lock_up_days"],
    [{ rule: "equal" as const }, "settles_at"],
    [{ rule: "equal" as const, settles_at: new Date(now + hourMs + 60_000).toISOString() }, null],
    [{ rule: "by_lot" as const, total: "2000", maximum: "1010" }, "maximum"],
  ])("with %j is wrong at %s", (more, field) => {
    expect(faultOfForm(testBlock(now, more), now)).toBe(field);
  });

  it("is large enough where the market asks for a smallest block, in shares or in value", () => {
    const limits = {
      low: price(90_000n),
      high: price(110_000n),
      minimum: { shares: shares(300_000n), valueMinor: minor(200_000_000n) },
      reference: cited("sse_block_trade", "1900-01-01", []),
    };
    const block = (at: bigint, total: bigint) =>
      objectToBlock({ market: "cny", price: price(at), total: shares(total) }, limits);
    expect(block(100_000n, 300_000n)).toBeNull();
    expect(block(100_000n, 199_999n)).toBe("total");
    expect(block(100_000n, 200_000n)).toBeNull();
    expect(block(89_999n, 300_000n)).toBe("price");
  });
});

it("says how far a price lies below another", () => {
  expect(percentBelow(price(969n), price(1_000n))).toBe("3.10");
  expect(percentBelow(price(1_010n), price(1_000n))).toBe("-1.00");
});

/** Any bytes that follow from the name. */
const chanceOf = (madeAs: string) => createHash("sha256").update(madeAs).digest();

describe("the simulated institutions", () => {
  it("have made others before, which are over, on which a new instance begins", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.nat(86_399), (day, second) => {
        const at = Date.parse("2026-01-01T00:00:00Z") + day * dayMs + second * 1_000;
        const ended = endedBlocks(chanceOf, "jpy", 40, at);
        const open = simulatedBlocks(chanceOf, "jpy", 40, at).map(({ madeAs }) => madeAs);
        for (const { madeAs, closesAt, isSoldOut, rule } of ended) {
          expect(closesAt).toBeLessThanOrEqual(at);
          expect(open).not.toContain(madeAs);
          // Where a list is drawn, everybody can enter it.
          if (isSoldOut) expect(rule).toBe("first_come");
        }
      }),
      { numRuns: 100 },
    );
    const days = Array.from({ length: 60 }, (_, day) => Date.parse("2026-01-01") + day * dayMs);
    const all = days.flatMap((at) => endedBlocks(chanceOf, "jpy", 40, at));
    const soldOut = all.filter(({ isSoldOut }) => isSoldOut).length / all.length;
    expect(soldOut).toBeGreaterThan(0.1);
    expect(soldOut).toBeLessThan(0.4);
  });

  it("make the same offers in every process, a few at every moment, whose windows have not ended", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.nat(86_399), (day, second) => {
        const at = Date.parse("2026-01-01T00:00:00Z") + day * dayMs + second * 1_000;
        const blocks = simulatedBlocks(chanceOf, "jpy", 40, at);
        expect(blocks).toEqual(simulatedBlocks(chanceOf, "jpy", 40, at));
        expect(blocks.length).toBeGreaterThan(0);
        for (const { closesAt, opensAt, stock, discount } of blocks) {
          expect(closesAt).toBeGreaterThan(at);
          expect(closesAt - opensAt).toBeLessThanOrEqual(windowDaysMax * dayMs);
          expect(stock).toBeLessThan(40);
          // Within Tokyo's band of 7 %.
          expect(discounted(price(1_000_000n), discount, "jpy")).toBeGreaterThan(930_000n);
        }
      }),
      { numRuns: 200 },
    );
  });
});
