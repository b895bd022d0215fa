import type { HeldStock } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { figuresOf, totalOf } from "../../../../../server/src/trading/portfolio/portfolio.rules.ts";
import {
  minor,
  notional,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import {
  dayProfitAt,
  profitAt,
  profitsAt,
  distancePercent,
  moneyText,
  sumMoney,
  liveTotals,
  totalsAt,
  valueAt,
} from "./valuation.ts";

type Valued = Pick<HeldStock, "type" | "side" | "stock_num" | "buy_price" | "nowprice">;

/** The server's facts of a position without a loan, of which nothing is closed; a short's margin is what it sold for. */
function onServer(
  market: MarketKey,
  quantity: string,
  buy: string,
  side: HeldStock["side"] = "long",
) {
  const [opened, openPrice] = [parseShares(quantity)!, parsePrice(buy)!];
  const none = minor(0n);
  const sold = notional(openPrice, opened, settlementCurrency(market), "floor");
  return {
    market,
    side,
    status: "holding" as const,
    opened,
    closed: shares(0n),
    openPrice,
    cost: notional(openPrice, opened, settlementCurrency(market), "ceiling"),
    openFee: none,
    basisClosed: none,
    borrowedLeft: none,
    collateralLeft: side === "short" ? minor(2n * sold) : none,
    interest: none,
  };
}

function held(changed: Partial<Valued> = {}): Valued {
  return {
    type: "jpy",
    side: "long",
    stock_num: "100",
    buy_price: "2850.5",
    nowprice: "2973.5",
    ...changed,
  };
}

describe("the value of a position", () => {
  it("is price times shares, its profit the difference to the buy price", () => {
    expect(valueAt(held(), "2973.5")).toEqual({
      marketValueMinor: 297_350n,
      costMinor: 285_050n,
      profitMinor: 12_300n,
      percent: "4.32",
    });
  });

  it("rounds half a yen of value down, of cost up, of profit towards the loss", () => {
    const one = held({ stock_num: "1", buy_price: "2850.5" });
    expect(valueAt(one, "2851")).toMatchObject({ costMinor: 2851n, profitMinor: 0n });
    expect(valueAt(one, "2850")).toMatchObject({ marketValueMinor: 2850n, profitMinor: -1n });
  });

  it("falls for a short position when the price rises", () => {
    expect(valueAt(held({ side: "short" }), "2973.5")).toMatchObject({
      profitMinor: -12_300n,
      percent: "-4.32",
    });
  });

  it("keeps cents in dollars", () => {
    const position = held({ type: "usd", stock_num: "15", buy_price: "228.11" });
    expect(valueAt(position, "231.45")).toMatchObject({
      marketValueMinor: 347_175n,
      profitMinor: 5_010n,
      percent: "1.46",
    });
  });

  it("takes the list's price where the newest cannot be read", () => {
    expect(valueAt(held(), "").profitMinor).toBe(12_300n);
  });

  it("is nothing where the record cannot be read", () => {
    expect(valueAt(held({ stock_num: "x" }), "2973.5").marketValueMinor).toBe(0n);
  });
});

describe("what the phone works out", () => {
  const prices = ["0.1", "999.9", "1800", "2850.5", "2851", "14250", "98765.4321"];
  const quantities = ["1", "3", "100", "777", "1000000"];
  const cases = (["jpy", "usd", "cny"] as const).flatMap((type) =>
    prices.flatMap((buy) =>
      prices.flatMap((now) => quantities.map((quantity) => ({ type, buy, now, quantity }))),
    ),
  );

  it("is to the last minor unit what the server answers for the same price", () => {
    for (const { type, buy, now, quantity } of cases) {
      for (const side of ["long", "short"] as const) {
        const facts = onServer(type, quantity, buy, side);
        const server = figuresOf(facts, parsePrice(now));
        const position = held({
          type,
          side,
          stock_num: quantity,
          buy_price: buy,
          nowprice: "1234.5",
        });
        const listed = figuresOf(facts, parsePrice(position.nowprice));
        expect(valueAt(position, now)).toMatchObject({
          marketValueMinor: server.marketValue,
          costMinor: server.cost,
          percent: server.floatingPercent,
        });
        const yingkui = moneyText(listed.floating, type);
        expect(profitAt({ ...position, yingkui }, now)).toBe(server.floating);
      }
    }
  });

  it("gives the totals that the server would give at the newest prices", () => {
    const listed = [
      held({ stock_num: "1", buy_price: "2850.5", nowprice: "2851" }),
      held({ stock_num: "3", buy_price: "14250", nowprice: "14000.5" }),
    ];
    const newest = ["2849.5", "14255"];
    const totalAt = (nowOf: (index: number) => string) =>
      totalOf(
        listed.map((one, index) =>
          figuresOf(onServer("jpy", one.stock_num, one.buy_price), parsePrice(nowOf(index))),
        ),
      );
    const answered = totalAt((index) => listed[index]!.nowprice);
    const wanted = totalAt((index) => newest[index]!);
    expect(
      totalsAt(
        "jpy",
        {
          marketValue: moneyText(answered.marketValue, "jpy"),
          profit: moneyText(answered.floating, "jpy"),
        },
        listed.map((position, index) => ({ position, now: newest[index]! })),
      ),
    ).toEqual({
      marketValue: moneyText(wanted.marketValue, "jpy"),
      profit: moneyText(wanted.floating, "jpy"),
    });
  });

  it("adds no short to what is owned, and owes what it would cost to buy back", () => {
    const one = { type: "usd", stock_num: "1" } as const;
    const long = held({ ...one, buy_price: "100", nowprice: "120" });
    const short = held({ ...one, side: "short", buy_price: "110", nowprice: "108" });
    const at = (...listed: readonly { position: Valued; now: string }[]) =>
      liveTotals(
        "usd",
        { marketValue: listed.length > 1 ? "228.00" : "120.00", profit: "22.00" },
        listed,
      );
    expect(at({ position: long, now: "120" }, { position: short, now: "105" })).toMatchObject({
      marketValue: "120.00",
      cost: "100.00",
      short: { marketValue: "-105.00", proceeds: "110.00" },
    });
    expect(at({ position: long, now: "121" })).toMatchObject({
      marketValue: "121.00",
      short: null,
    });
  });

  it("keeps what is not in the list inside the totals", () => {
    expect(
      totalsAt("usd", { marketValue: "1000.00", profit: "-5.00" }, [
        {
          position: held({ type: "usd", stock_num: "2", buy_price: "10", nowprice: "11" }),
          now: "12.5",
        },
      ]),
    ).toEqual({ marketValue: "1003.00", profit: "-2.00" });
  });
});

describe("the day's profit", () => {
  it("moves from what was answered as the price does, of a short the other way", () => {
    const own = { ...held(), day_profit: "500" };
    expect(dayProfitAt(own, "2973.5")).toBe(500n);
    expect(dayProfitAt(own, "2980.5")).toBe(1_200n);
    expect(dayProfitAt({ ...own, side: "short" }, "2980.5")).toBe(-200n);
  });
});

describe("the day's and the overall profit of a market", () => {
  it("move as the floating profit does since they were answered", () => {
    const answered = { floating: "-500.00", profit: "1200.50", day_profit: "-80.00" };
    expect(profitsAt("usd", answered, "-450.00")).toEqual({ day: "-30.00", overall: "1250.50" });
  });
});

describe("the distance to a limit", () => {
  it("is in percent of the price, with its sign", () => {
    expect(distancePercent("2800", "2973.5")).toBe("-5.83");
    expect(distancePercent("3000", "2973.5")).toBe("0.89");
  });

  it("is zero where there is no price", () => {
    expect(distancePercent("2800", "")).toBe("0.00");
    expect(distancePercent("2800", "0")).toBe("0.00");
  });
});

describe("a sum of fees", () => {
  it("adds exactly, and counts nothing for what cannot be read", () => {
    expect(sumMoney("cny", "8.05", "8.11", "75.10", "-")).toBe("91.26");
    expect(sumMoney("jpy", "100", "20", "3")).toBe("123");
  });
});
