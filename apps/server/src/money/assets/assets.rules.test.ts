import { minor, sumAtMid, type Currency, type Minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { assetsIn, totalAssets, type PurposeBalance } from "./assets.rules.ts";
import { daysToRecord, firstDay, pointsOf, totalPoints } from "./net-assets.rules.ts";

const yen = (purpose: string, balance: bigint): PurposeBalance => ({
  currency: "JPY",
  purpose,
  balance: minor(balance),
});

const nothing = {
  marketValue: minor(0n),
  shortValue: minor(0n),
  floating: minor(0n),
  cost: minor(0n),
  borrowed: minor(0n),
  interest: minor(0n),
};

describe("the assets in one currency", () => {
  it("of a leveraged long are its margin, its profit and the interest that has accrued", () => {
    // 300,000 yen of shares, 200,000 borrowed, worth 310,000 now.
    const figures = assetsIn("JPY", [yen("available", 500_000n), yen("margin_debt", -200_000n)], {
      marketValue: minor(310_000n),
      shortValue: minor(0n),
      floating: minor(10_000n),
      cost: minor(300_000n),
      borrowed: minor(200_000n),
      interest: minor(46n),
    });
    expect(figures).toEqual({
      available: 500_000n,
      frozen: 300_000n,
      total: 800_000n,
      holdingsValue: 310_000n,
      shortValue: 0n,
      debt: 200_046n,
      unrealised: 10_000n,
      net: 609_954n,
      unpaidDebt: 0n,
    });
  });

  it("of a short are the same: its collateral is counted with the position", () => {
    const figures = assetsIn(
      "JPY",
      [yen("available", 500_000n), yen("short_collateral", 400_000n)],
      {
        marketValue: minor(310_000n),
        shortValue: minor(0n),
        floating: minor(-10_000n),
        cost: minor(300_000n),
        borrowed: minor(200_000n),
        interest: minor(0n),
      },
    );
    expect(figures).toMatchObject({ frozen: 300_000n, debt: 200_000n, net: 590_000n });
  });

  it("take what a closing left unpaid and what a loan lent as debt, and whatever else there is as frozen", () => {
    const figures = assetsIn(
      "JPY",
      [
        yen("available", 10n),
        yen("reserved_orders", 20n),
        yen("frozen_withdrawals", 30n),
        yen("debt", 5n),
        yen("shortfall_debt", -7n),
      ],
      nothing,
    );
    expect(figures).toMatchObject({ frozen: 50n, total: 60n, debt: 12n, net: 48n, unpaidDebt: 7n });
  });
});

describe("a sum over several currencies", () => {
  const rates = { USD: 1_000_000n, JPY: 150_000_000n };
  const amounts = (...given: [Currency, bigint][]) =>
    given.map(([currency, amount]) => [currency, minor(amount)] as [Currency, Minor]);

  it("is at the mid rates", () => {
    expect(sumAtMid(amounts(["JPY", 100n], ["USD", 1_00n]), "JPY", rates, "floor")).toBe(250n);
    expect(sumAtMid(amounts(["JPY", 149n]), "USD", rates, "floor")).toBe(99n);
  });

  it("is not told where a rate is missing that it needs, and needs none for nothing", () => {
    expect(sumAtMid(amounts(["VND", 1n]), "JPY", rates, "floor")).toBeNull();
    expect(sumAtMid(amounts(["VND", 0n], ["JPY", 3n]), "JPY", rates, "floor")).toBe(3n);
  });

  it("is added up before it is rounded, and its parts add up to it, whatever the fractions", () => {
    const thirds = { USD: 1_000_000n, JPY: 151_230_000n, CNY: 7_130_000n, HKD: 7_770_000n };
    for (let cents = 1n; cents < 60n; cents += 1n) {
      const parts = new Map(
        (["JPY", "USD", "CNY", "HKD"] as const).map((currency, index) => [
          currency,
          assetsIn(currency, [{ currency, purpose: "available", balance: minor(333n * cents) }], {
            ...nothing,
            cost: minor(77n + cents * BigInt(index)),
            floating: minor((cents % 2n === 0n ? -5n : 7n) * cents),
            borrowed: minor(11n * cents + BigInt(index)),
          }),
        ]),
      );
      const total = totalAssets("JPY", parts, thirds);
      if (total === null) throw new Error("no total");
      const exact = (of: (figures: { total: Minor; net: Minor }) => Minor) =>
        sumAtMid(
          [...parts].map(([currency, figures]) => [currency, of(figures)]),
          "JPY",
          thirds,
          "floor",
        );
      expect(total.total).toBe(exact((figures) => figures.total));
      expect(total.net).toBe(exact((figures) => figures.net));
      expect(total.available + total.frozen).toBe(total.total);
      expect(total.total + total.unrealised - total.debt).toBe(total.net);
    }
  });

  it("is not told where one of its figures alone lacks a rate", () => {
    const none = assetsIn("VND", [], null);
    expect(totalAssets("JPY", new Map([["VND", none]]), rates)).toMatchObject({ net: 0n });
    const figures = ["available", "total", "net", "debt", "unpaidDebt", "holdingsValue"] as const;
    for (const figure of [...figures, "unrealised" as const]) {
      const parts = new Map([["VND" as const, { ...none, [figure]: minor(1n) }]]);
      expect(totalAssets("JPY", parts, rates)).toBeNull();
    }
  });

  it("adds up on the screen", () => {
    const parts = new Map(
      (["JPY", "USD"] as const).map((currency) => [
        currency,
        assetsIn(currency, [{ currency, purpose: "available", balance: minor(333n) }], {
          ...nothing,
          cost: minor(77n),
          floating: minor(-5n),
          borrowed: minor(11n),
        }),
      ]),
    );
    const total = totalAssets("JPY", parts, rates);
    expect(total?.total).toBe((total?.available ?? 0n) + (total?.frozen ?? 0n));
    expect(total?.net).toBe((total?.total ?? 0n) + (total?.unrealised ?? 0n) - (total?.debt ?? 0n));
  });
});

describe("the days to record", () => {
  const now = Date.parse("2026-11-21T00:00:01Z");

  it("are those that have ended since the last", () => {
    for (const first of [null, "2026-11-20", "2026-11-21"]) {
      expect(daysToRecord({ last: null, first }, now)).toEqual(["2026-11-20"]);
    }
    const since = daysToRecord({ last: null, first: "2026-11-18" }, now);
    expect(since).toEqual(["2026-11-18", "2026-11-19", "2026-11-20"]);
    expect(daysToRecord({ last: "2026-11-20", first: "2026-10-01" }, now)).toEqual([]);
    expect(daysToRecord({ last: "2026-11-19", first: "2026-10-01" }, now)).toEqual(["2026-11-20"]);
    expect(
      daysToRecord({ last: "2026-10-30", first: "2026-10-01" }, Date.parse("2026-11-02T23:59:59Z")),
    ).toEqual(["2026-10-31", "2026-11-01"]);
    expect(daysToRecord({ last: "2025-11-20", first: "2026-10-01" }, now)).toHaveLength(365);
  });

  it("of a range begin as long ago as it says", () => {
    expect(firstDay("1w", now)).toBe("2026-11-14");
    expect(firstDay("all", now)).toBeNull();
  });
});

describe("the points of a history", () => {
  const amount = (day: string, currency: Currency, value: bigint) => ({
    day,
    currency,
    amount: minor(value),
  });
  const amounts = [
    amount("2026-11-19", "JPY", 100n),
    amount("2026-11-18", "JPY", 50n),
    amount("2026-11-19", "USD", 2_00n),
    amount("2026-11-20", "VND", 2n),
    amount("2026-11-20", "JPY", 100n),
  ];
  const rates = ["2026-11-18", "2026-11-19", "2026-11-20"].map((day, index) => ({
    day,
    rates: { USD: 1_000_000n, JPY: 150_000_000n + BigInt(index) * 1_000_000n },
  }));

  it("are each day's amounts at that day's rates, at the midnight that ends it", () => {
    // Nobody quoted the dong on the 20th.
    expect(totalPoints("JPY", amounts, rates)).toEqual([
      { at: Date.parse("2026-11-19T00:00:00Z"), amount: 50n },
      { at: Date.parse("2026-11-20T00:00:00Z"), amount: 402n },
    ]);
  });

  it("of one currency begin where it was first held, and go on through days with nothing", () => {
    const days = ["2026-11-18", "2026-11-19", "2026-11-20"];
    expect(pointsOf("USD", amounts, days).map((point) => point.amount)).toEqual([2_00n, 0n]);
    expect(pointsOf("CNY", amounts, days)).toEqual([]);
  });
});
