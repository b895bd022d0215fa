import { currencies, minor, minorDigits } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changePercent,
  decideOffer,
  endOfDay,
  historyDays,
  pairRate,
  rateOnWire,
} from "./exchange.rules.ts";

const rates = {
  USD: 1_000_000n,
  JPY: 160_770_000n,
  CNY: 6_775_800n,
  HKD: 7_837_700n,
  TWD: 31_619_500n,
  KRW: 1_529_461_900n,
  THB: 32_899_000n,
  MYR: 4_063_500n,
  VND: 26_146_115_342n,
};
const offer = (from: "JPY" | "USD" | "VND", to: "JPY" | "USD" | "VND", amount: string) =>
  decideOffer({ from, to, amount }, rates);
const refusal = (decided: ReturnType<typeof decideOffer>) =>
  decided.ok ? "ok" : decided.refusal.code;

describe("a pair's rate", () => {
  it("is the mid rate less the published spread, by the hundred where it is quoted so", () => {
    expect(rateOnWire(pairRate("USD", "JPY", rates)!)).toEqual({
      from: "USD",
      to: "JPY",
      per: "1",
      mid: "160.77000000",
      rate: "160.52080650",
      spread: "0.24919350",
      spread_percent: "0.155",
    });
    expect(rateOnWire(pairRate("VND", "USD", rates)!)).toMatchObject({
      per: "100",
      mid: "0.00382466",
      rate: "0.00380936",
    });
  });

  it("is never above the mid rate, and both ways together never pay for themselves", () => {
    for (const from of currencies) {
      for (const to of currencies) {
        if (from === to) continue;
        const there = pairRate(from, to, rates)!;
        const back = pairRate(to, from, rates)!;
        expect(there.rate).toBeLessThan(there.mid);
        const scale = there.per * back.per * 10n ** 16n;
        expect(there.rate * back.rate).toBeLessThan(scale);
      }
    }
  });

  it("is not there for a currency that nobody quotes", () => {
    expect(pairRate("USD", "THB", { USD: 1_000_000n })).toBeNull();
  });
});

describe("an offer", () => {
  it("rounds what is received down and keeps the difference to the mid rate apart", () => {
    const decided = offer("USD", "JPY", "10.01");
    expect(decided).toMatchObject({
      ok: true,
      offer: { amount: 1_001n, receive: 1_606n, atMid: 1_609n },
    });
  });

  it.each([
    ["same_currency", "JPY", "JPY", "100"],
    ["amount_not_positive", "JPY", "USD", "0"],
    ["amount_not_positive", "JPY", "USD", "-5"],
    ["amount_too_precise", "JPY", "USD", "100.5"],
    ["amount_too_precise", "USD", "JPY", "1.001"],
    ["exchange_amount_too_small", "VND", "USD", "100"],
    ["ok", "JPY", "USD", "100.00"],
  ] as const)("answers %s to %s → %s of %s", (code, from, to, amount) => {
    expect(refusal(offer(from, to, amount))).toBe(code);
  });

  it("is refused where there is no rate", () => {
    expect(refusal(decideOffer({ from: "JPY", to: "USD", amount: "100" }, null))).toBe(
      "exchange_rate_unavailable",
    );
  });

  it("is refused where one of the two is not quoted, or worth nothing", () => {
    const form = { from: "JPY", to: "USD", amount: "100" } as const;
    const { JPY: _, ...others } = rates;
    expect(refusal(decideOffer(form, others))).toBe("exchange_rate_unavailable");
    expect(refusal(decideOffer(form, { ...rates, JPY: 10n ** 30n }))).toBe(
      "exchange_rate_unavailable",
    );
  });

  it("there and back never leaves more than there was, whatever the amount and the rates", () => {
    const currency = fc.constantFrom(...currencies);
    const rate = fc.bigInt({ min: 100_000n, max: 50_000_000_000n });
    fc.assert(
      fc.property(
        currency,
        currency,
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.record(Object.fromEntries(currencies.map((one) => [one, rate]))),
        (from, to, amount, drawn) => {
          fc.pre(from !== to);
          const quoted = { ...drawn, USD: 1_000_000n };
          const text = (value: bigint, one: typeof from) =>
            minorDigits(one) === 0
              ? `${value}`
              : `${value / 100n}.${(value % 100n).toString().padStart(2, "0")}`;
          const there = decideOffer({ from, to, amount: text(amount, from) }, quoted);
          if (!there.ok) return;
          expect(there.offer.receive).toBeLessThanOrEqual(there.offer.atMid);
          const { receive } = there.offer;
          const back = decideOffer({ from: to, to: from, amount: text(receive, to) }, quoted);
          if (back.ok) expect(back.offer.receive).toBeLessThanOrEqual(minor(amount));
        },
      ),
    );
  });
});

it("a history ends today and is as long as its range", () => {
  const now = Date.UTC(2026, 10, 21, 15);
  const days = historyDays("1w", now);
  expect(days).toHaveLength(8);
  expect(new Date(days.at(-1)!).toISOString()).toBe("2026-11-21T00:00:00.000Z");
});

it("a day of a history ends with its last millisecond, and today is as long as it is by now", () => {
  const [day, now] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21, 15)];
  expect(new Date(endOfDay(day, now)).toISOString()).toBe("2026-11-20T23:59:59.999Z");
  expect(endOfDay(Date.UTC(2026, 10, 21), now)).toBe(now);
});

it.each([
  [101n, 100n, "1.00"],
  [99n, 100n, "-1.00"],
  [160_000_001n, 160_000_000n, "0.00"],
  [20_001n, 20_000n, "0.01"],
  [19_999n, 20_000n, "-0.01"],
])("%i after %i is a change of %s per cent", (now, before, percent) => {
  expect(changePercent(now, before)).toBe(percent);
});

it.each([
  ["JPY", 155n],
  ["CNY", 200n],
  ["HKD", 150n],
  ["TWD", 300n],
  ["KRW", 300n],
  ["THB", 300n],
  ["MYR", 350n],
  ["VND", 400n],
] as const)("a dollar sold for %s costs %s hundred-thousandths of the mid rate", (to, spread) => {
  // At a thousand for a dollar nothing is rounded away.
  const pair = pairRate("USD", to, { USD: 1_000_000n, [to]: 1_000_000_000n });
  expect(pair).toMatchObject({ per: 1n, mid: 100_000_000_000n });
  expect(pair?.rate).toBe(1_000_000n * (100_000n - spread));
});
