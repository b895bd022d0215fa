import { marketKeys, minor, shares, type MarketKey } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  commissionCeilings,
  commissionOf,
  feeRate,
  feeSchedule,
  feesKeyOf,
  fees,
  feesAnnounced,
  feesUnder,
  withCommission,
} from "./index.ts";
import type { FeeLine } from "./index.ts";

function charged(
  market: MarketKey,
  side: "buy" | "sell",
  notionalMinor: bigint,
  quantity = 100n,
  date = "2026-11-20",
) {
  const { items, totalMinor } = fees({
    market,
    side,
    notionalMinor: minor(notionalMinor),
    quantity: shares(quantity),
    date,
  });
  return {
    ...Object.fromEntries(items.map(({ name, amountMinor }) => [name, Number(amountMinor)])),
    total: Number(totalMinor),
  };
}

describe("fees", () => {
  it("are zero in Japan, and say so", () => {
    expect(charged("jpy", "buy", 285_050n)).toEqual({ broker_commission: 0, total: 0 });
    expect(charged("jpy", "sell", 285_050n)).toEqual({ broker_commission: 0, total: 0 });
  });

  it("of 10,000 yuan are 0.64 to buy and 5.64 to sell", () => {
    const levies = { broker_commission: 0, handling_fee: 34, management_fee: 20, transfer_fee: 10 };
    expect(charged("cny", "buy", 1_000_000n)).toEqual({ ...levies, total: 64 });
    expect(charged("cny", "sell", 1_000_000n)).toEqual({ ...levies, stamp_duty: 500, total: 564 });
  });

  it.each([
    // 0.0125 % of 10,000 yuan for Beijing's shares, of old and new codes.
    ["920002", "2026-11-20", 125],
    ["830799", "2023-08-28", 125],
    ["830799", "2023-08-25", 250],
    ["600519", "2026-11-20", 34],
    ["300750", "2026-11-20", 34],
  ])("take a handling fee of %s on %s: %d fen", (code, date, fee) => {
    const schedule = feeSchedule(feesKeyOf({ market: "cny", code }), date);
    const trade = { quantity: shares(100n), notionalMinor: minor(1_000_000n) };
    for (const side of ["buy", "sell"] as const) {
      const { items } = feesUnder(schedule, { ...trade, side });
      expect(items.find(({ name }) => name === "handling_fee")?.amountMinor).toBe(BigInt(fee));
      expect(items).toHaveLength(side === "buy" ? 4 : 5);
    }
  });

  it.each([
    [999n, 0],
    [1_000n, 1],
    [2_999n, 1],
    [3_000n, 2],
  ])("round a stamp duty of %d fen's sale half up: %d", (notionalMinor, stampDuty) => {
    expect(charged("cny", "sell", notionalMinor)).toMatchObject({ stamp_duty: stampDuty });
  });

  it.each([
    ["2023-08-25", 1_000, 49],
    ["2023-08-28", 500, 34],
  ])("in China on %s: stamp duty %d, handling %d", (date, stampDuty, handling) => {
    expect(charged("cny", "sell", 1_000_000n, 100n, date)).toMatchObject({
      stamp_duty: stampDuty,
      handling_fee: handling,
    });
  });

  it.each([
    // 10,000 dollars and 100 shares: rates are rounded up to the cent.
    ["2024-06-03", 28, 2],
    ["2025-05-13", 28, 2],
    ["2025-05-14", 0, 2],
    ["2026-01-02", 0, 2],
    ["2026-04-06", 21, 2],
    ["2026-09-30", 21, 2],
    ["2026-10-01", 21, 0],
    ["2026-12-31", 21, 0],
    ["2027-01-01", 21, 2],
  ])("in the United States on %s: SEC %d, TAF %d", (date, sec, taf) => {
    expect(charged("usd", "sell", 1_000_000n, 100n, date)).toMatchObject({
      sec_fee: sec,
      trading_activity_fee: taf,
    });
  });

  it("of a US purchase are the commission alone", () => {
    expect(charged("usd", "buy", 1_000_000n)).toEqual({ broker_commission: 0, total: 0 });
  });

  it("cap the trading activity fee of one trade at 9.79 dollars", () => {
    expect(charged("usd", "sell", 1_000_000n, 50_205n, "2027-01-04")).toMatchObject({
      trading_activity_fee: 979,
    });
    expect(charged("usd", "sell", 1_000_000n, 50_000n, "2027-01-04")).toMatchObject({
      trading_activity_fee: 975,
    });
    expect(charged("usd", "sell", 1_000_000n, 9_000_000n, "2027-01-04")).toMatchObject({
      trading_activity_fee: 979,
    });
  });

  it("of nothing are nothing", () => {
    expect(charged("cny", "sell", 0n, 0n)).toMatchObject({ total: 0 });
    expect(charged("usd", "sell", 0n, 0n)).toMatchObject({ total: 0 });
  });

  it("follow an operator's own commission with a minimum", () => {
    const schedule = feeSchedule("cny", "2026-11-20").map((line): FeeLine =>
      line.name === "broker_commission"
        ? { ...line, numerator: 250n, minimumMinor: minor(500n) }
        : line,
    );
    const commission = (notional: bigint) =>
      feesUnder(schedule, { side: "buy", quantity: shares(100n), notionalMinor: minor(notional) })
        .items[0]?.amountMinor;
    expect(commission(1_000_000n)).toBe(500n);
    expect(commission(10_000_000n)).toBe(2_500n);
    expect(commission(0n)).toBe(0n);
  });

  it("mark what no page confirmed", () => {
    const unconfirmed = (market: MarketKey, date: string) =>
      feeSchedule(market, date)
        .filter(({ reference }) => !reference.confirmed)
        .map(({ name }) => name);
    expect(unconfirmed("jpy", "2026-11-20")).toEqual([]);
    expect(unconfirmed("cny", "2026-11-20")).toEqual([]);
    expect(unconfirmed("usd", "2026-11-20")).toEqual([]);
    expect(unconfirmed("cny", "2022-01-20")).toEqual(["handling_fee", "transfer_fee"]);
  });

  it("never fall with the trade's size, are never negative, and add up", () => {
    const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 13n });
    const anyQuantity = fc.bigInt({ min: 0n, max: 10n ** 8n });
    fc.assert(
      fc.property(
        fc.constantFrom(...marketKeys),
        fc.constantFrom("buy" as const, "sell" as const),
        fc.tuple(anyAmount, anyAmount),
        fc.tuple(anyQuantity, anyQuantity),
        fc.constantFrom("2022-01-04", "2023-08-28", "2025-06-02", "2026-11-20"),
        (market, side, amounts, quantities, date) => {
          const [small, large] = [0, 1].map((index) => {
            const order = (a: bigint, b: bigint) => (a < b ? -1 : 1);
            return fees({
              market,
              side,
              notionalMinor: minor([...amounts].sort(order)[index] ?? 0n),
              quantity: shares([...quantities].sort(order)[index] ?? 0n),
              date,
            });
          });
          expect(small !== undefined && large !== undefined).toBe(true);
          if (small === undefined || large === undefined) return;
          expect(small.totalMinor <= large.totalMinor).toBe(true);
          for (const { items, totalMinor } of [small, large]) {
            expect(items.every(({ amountMinor }) => amountMinor >= 0n)).toBe(true);
            expect(items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(totalMinor);
          }
        },
      ),
    );
  });

  it("with a commission of the broker's own keep every statutory line", () => {
    const statutory = feeSchedule("cny", "2026-11-20");
    const own = {
      validFrom: "2026-12-01",
      rate: 250n,
      minimumMinor: minor(500n),
      maximumMinor: null,
    };
    const schedule = withCommission(statutory, own);
    expect(schedule.filter(({ name }) => name !== "broker_commission")).toEqual(
      statutory.filter(({ name }) => name !== "broker_commission"),
    );
    expect(commissionOf(schedule).reference).toMatchObject({
      rule: "sse_broker_commission",
      validFrom: "2026-12-01",
    });
    expect(commissionOf(statutory).numerator).toBe(0n);
  });

  it.each([
    ["cny", "2026-11-20", ["0", "0.05", "0.00341", "0.002", "0.001"]],
    ["usd", "2026-09-30", ["0", "0.00206", "0.000195"]],
    ["usd", "2026-11-20", ["0", "0.00206", "0"]],
    ["jpy", "2026-11-20", ["0"]],
  ] as const)("in %s on %s read as %j", (market, date, rates) => {
    expect(feeSchedule(market, date).map((line) => feeRate(market, line))).toEqual(rates);
  });

  it.each([
    ["jpy", 30_000n, 3_000n],
    ["usd", 30_000n, 3_000n],
    ["cny", 3_000n, 500n],
  ] as const)(
    "in %s let a commission rise to %d millionths, and its minimum to %d",
    (market, rate, minimum) => {
      expect(commissionCeilings[market]).toMatchObject({ rate, minimumMinor: minimum });
    },
  );

  it("are announced from the day after", () => {
    const taf = (date: string) => feesAnnounced("usd", date).map(({ name }) => name);
    expect(taf("2026-03-31")).toEqual(["sec_fee", "trading_activity_fee", "trading_activity_fee"]);
    expect(taf("2026-09-30")).toEqual(["trading_activity_fee", "trading_activity_fee"]);
    expect(taf("2026-11-20")).toEqual(["trading_activity_fee"]);
    expect(taf("2027-01-01")).toEqual([]);
  });

  it("by any commission within its ceiling rise with the trade, between minimum and maximum", () => {
    const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 13n });
    const anyTrade = fc.record({
      market: fc.constantFrom(...marketKeys),
      side: fc.constantFrom("buy" as const, "sell" as const),
      permille: fc.bigInt({ min: 0n, max: 1_000n }),
      minimumPermille: fc.bigInt({ min: 0n, max: 1_000n }),
      more: fc.option(fc.bigInt({ min: 0n, max: 10n ** 6n })),
      amounts: fc.tuple(anyAmount, anyAmount),
    });
    fc.assert(
      fc.property(anyTrade, ({ market, side, permille, minimumPermille, more, amounts }) => {
        const ceiling = commissionCeilings[market];
        const minimum = (ceiling.minimumMinor * minimumPermille) / 1_000n;
        const maximum = more === null ? null : minimum + more + 1n;
        const schedule = withCommission(feeSchedule(market, "2026-11-20"), {
          validFrom: "2026-11-20",
          rate: (ceiling.rate * permille) / 1_000n,
          minimumMinor: minor(minimum),
          maximumMinor: maximum === null ? null : minor(maximum),
        });
        const commission = (notionalMinor: bigint) => {
          const trade = { side, notionalMinor: minor(notionalMinor), quantity: shares(100n) };
          const { items, totalMinor } = feesUnder(schedule, trade);
          expect(items.every(({ amountMinor }) => amountMinor >= 0n)).toBe(true);
          expect(items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(totalMinor);
          return items.find(({ name }) => name === "broker_commission")!.amountMinor;
        };
        const [small, large] = amounts[0] < amounts[1] ? amounts : [amounts[1], amounts[0]];
        const [less, most] = [commission(small), commission(large)];
        expect(less <= most && less >= minimum).toBe(true);
        expect(maximum === null || most <= maximum).toBe(true);
        // At most the ceiling's share of the trade, or the minimum.
        const dearest = (large * ceiling.rate) / 1_000_000n + 1n;
        expect(most <= (dearest > minimum ? dearest : minimum)).toBe(true);
      }),
    );
  });
});
