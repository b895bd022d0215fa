import { minor } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDeposit, depositReference, promisedBy, type ChannelTerms } from "./deposits.rules.ts";

const opensAt = Date.parse("2026-11-24T00:00:00Z");
const yen: ChannelTerms = {
  currency: "JPY",
  minimum: minor(1_000n),
  maximum: minor(10_000_000_000n),
  closes: true,
  open: true,
  opensAt: null,
};
const dollars: ChannelTerms = {
  ...yen,
  currency: "USD",
  minimum: minor(100n),
  maximum: minor(50_000_000n),
};
const check = (amount: string, channel: ChannelTerms | null) => {
  const checked = checkDeposit({ amount, channel });
  return checked.ok ? checked.amount : checked.objection;
};

describe("a deposit", () => {
  it.each<[string, ChannelTerms, bigint]>([
    ["1000", yen, 1_000n],
    ["10000000000", yen, 10_000_000_000n],
    ["1.00", dollars, 100n],
    ["500000.00", dollars, 50_000_000n],
    ["12.5", dollars, 1_250n],
  ])("of %s is taken", (amount, channel, minorUnits) => {
    expect(check(amount, channel)).toBe(minorUnits);
  });

  it.each<[string, string, ChannelTerms | null, object]>([
    ["channel_not_found", "1000", null, {}],
    [
      "channel_closed",
      "0",
      { ...yen, open: false, opensAt },
      { opens_at: "2026-11-24T00:00:00.000Z" },
    ],
    ["amount_not_positive", "0", yen, {}],
    ["amount_not_positive", "-0", yen, {}],
    ["amount_not_positive", "-1000", yen, {}],
    ["amount_too_precise", "1000.5", yen, { digits: "0" }],
    ["amount_too_precise", "1.001", dollars, { digits: "2" }],
    ["amount_below_minimum", "999", yen, { min: "1000", currency: "JPY" }],
    ["amount_above_maximum", "10000000001", yen, { max: "10000000000", currency: "JPY" }],
    ["amount_above_maximum", "999999999999999999", dollars, { max: "500000.00", currency: "USD" }],
  ])("is refused with %s: %s", (code, amount, channel, params) => {
    const objection = check(amount, channel);
    expect(objection).toMatchObject({ code });
    expect((objection as { params?: object }).params ?? {}).toEqual(params);
  });

  it("is taken outside its channel's hours where the channel does not close", () => {
    expect(check("1000", { ...yen, open: false, opensAt, closes: false })).toBe(1_000n);
  });
});

describe("a reference", () => {
  it("is each customer's own, always the same, in letters that are not mistaken", () => {
    const codes = Array.from({ length: 5_000 }, (_, at) => depositReference(BigInt(at + 1)));
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^S[A-HJ-NP-Z2-9]{5,}$/);
    expect(depositReference(7n)).toBe(depositReference(7n));
  });

  it("is wrong with one letter mistyped", () => {
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    const known = new Set(
      Array.from({ length: 20_000 }, (_, at) => depositReference(BigInt(at + 1))),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(4), fc.nat(31), (id, at, letter) => {
        const code = depositReference(BigInt(id));
        const mistyped = code.slice(0, at + 1) + letters[letter] + code.slice(at + 2);
        expect(mistyped === code || !known.has(mistyped)).toBe(true);
      }),
    );
  });
});

it("is promised from the opening of the channel's hours on, never for a day on which nobody looks", () => {
  const saturday = Date.parse("2026-11-21T10:00:00Z");
  expect(promisedBy({ open: true, opensAt: null }, saturday, 120)).toBe(saturday + 7_200_000);
  expect(promisedBy({ open: false, opensAt }, saturday, 120)).toBe(opensAt + 7_200_000);
});
