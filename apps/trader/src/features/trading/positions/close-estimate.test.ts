import {
  minor,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import { feeSchedule } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import {
  closingPart,
  nothingClosed,
} from "../../../../../server/src/trading/orders/costing/closing-money.rules.ts";
import { estimateClose, isPriced } from "./close-estimate.ts";
import { scheduleOn } from "./close-fees.ts";

const date = "2026-11-20";
const feesOf = (market: MarketKey) => feeSchedule(market, date);
type Held = Parameters<typeof estimateClose>[0];

function position(changed: Partial<Held> = {}): Held {
  return {
    type: "cny" as MarketKey,
    side: "long" as const,
    buy_price: "1520",
    buy_fee: "8.21",
    quantity_opened: "100",
    quantity_closed: "0",
    margin: "152000.00",
    borrowed: "0",
    interest: "0",
    ...changed,
  };
}

describe("the estimate of a sale", () => {
  it("counts the market's fees, stamp duty included, and the part of the purchase fee", () => {
    const estimate = estimateClose(position(), shares(50n), "1498.5", feesOf("cny"));
    // 74,925.00: stamp 37.46, handling 2.55, management 1.50, transfer 0.75; half of 8.21.
    expect(estimate).toEqual({
      value: "74925.00",
      fee: "42.26",
      freed: "0.00",
      repaid: "0.00",
      interest: "0.00",
      received: "74882.74",
      profit: "-1121.36",
      percent: "-1.48",
      buyFee: "4.10",
    });
  });

  it("pays the loan and its interest back first", () => {
    const leveraged = position({
      type: "jpy",
      buy_price: "1000",
      buy_fee: "0",
      margin: "25000",
      borrowed: "75000",
      interest: "58",
    });
    expect(estimateClose(leveraged, shares(100n), "1100", feesOf("jpy"))).toMatchObject({
      value: "110000",
      repaid: "75000",
      interest: "58",
      received: "34942",
      profit: "9942",
    });
    expect(estimateClose(leveraged, shares(50n), "1100", feesOf("jpy"))).toMatchObject({
      repaid: "37500",
      interest: "29",
      received: "17471",
    });
  });

  it("says what a position could not bear", () => {
    const gap = position({ type: "jpy", buy_price: "1000", buy_fee: "0", borrowed: "75000" });
    expect(estimateClose(gap, shares(100n), "700", feesOf("jpy"))).toMatchObject({
      received: "-5000",
    });
  });

  it("gives a short its margin back with what buying costs less than the sale brought", () => {
    const short = position({
      type: "jpy",
      side: "short",
      buy_price: "1000",
      buy_fee: "0",
      margin: "50000",
      borrowed: "50000",
      interest: "3",
    });
    expect(estimateClose(short, shares(100n), "900", feesOf("jpy"))).toMatchObject({
      freed: "150000",
      value: "90000",
      repaid: "0",
      received: "59997",
      profit: "9997",
    });
  });

  it.each(["", "0", "-1", "x"])("is none at the price %j", (at) => {
    expect(estimateClose(position(), shares(50n), at, feesOf("cny"))).toBeNull();
    expect(isPriced(position(), shares(50n), at)).toBe(false);
  });

  it.each([0n, -1n, 101n])("is none for %s of 100 shares", (quantity) => {
    expect(estimateClose(position(), shares(quantity), "1500", feesOf("cny"))).toBeNull();
    expect(isPriced(position(), shares(quantity), "1500")).toBe(false);
  });
});

describe("the fees of an estimate", () => {
  const line = {
    ...({ name: "broker_commission", sides: "both", basis: "notional" } as const),
    rate: "0.055",
    minimum: "99",
    maximum: "1000",
    rule: "jp_broker_commission",
    since: "2026-11-01",
    source: "own",
    confirmed: true,
  };
  const fees = {
    ...({ type: "jpy", currency: "JPY", date } as const),
    today: [line],
    announced: [{ ...line, rate: "1", minimum: "0", maximum: null, since: "2026-12-01" }],
  };
  const held = position({ type: "jpy", buy_price: "1000", buy_fee: "0" });
  const feeOf = (at: string, day: string) =>
    estimateClose(held, shares(100n), at, scheduleOn(fees, "7203", day))?.fee;

  it("are the broker's commission, between its minimum and its maximum", () => {
    expect(feeOf("1000", date)).toBe("99");
    expect(feeOf("10000", date)).toBe("550");
    expect(feeOf("100000", date)).toBe("1000");
  });

  it("are those of the market's day: an announced change begins with its own", () => {
    expect(feeOf("1000", "2026-11-30")).toBe("99");
    expect(feeOf("1000", "2026-12-01")).toBe("1000");
  });

  it("are the rulebook's where nobody has decided anything", () => {
    const undecided = { ...line, rate: "0", minimum: "0", maximum: null, since: null };
    expect(scheduleOn({ ...fees, today: [undecided], announced: [] }, "7203", date)).toBe(
      feeSchedule("jpy", date),
    );
  });

  it("are waited for, not guessed; what can be closed can be closed meanwhile", () => {
    expect(estimateClose(held, shares(100n), "1000", null)).toBeNull();
    expect(isPriced(held, shares(100n), "1000")).toBe(true);
  });
});

describe("what the phone works out before closing", () => {
  const parts = [
    [0n, 100n],
    [0n, 33n],
    [33n, 33n],
    [66n, 34n],
  ] as const;
  const cases = (["jpy", "usd", "cny"] as const).flatMap((market) =>
    (["long", "short"] as const).flatMap((side) =>
      [1n, 2n, 3n].flatMap((leverage) =>
        parts.map(([closed, quantity]) => ({ market, side, leverage, closed, quantity })),
      ),
    ),
  );

  it.each(cases)(
    "is what the server books: $market $side ×$leverage, $quantity after $closed",
    ({ market, side, leverage, closed, quantity }) => {
      const currency = settlementCurrency(market);
      const money = (text: string): Minor => parseMinor(text, currency)!;
      const isYen = market === "jpy";
      const opened = parseShares("100")!;
      const openFee = money(isYen ? "7" : "8.21");
      const interest = money(isYen ? "311" : "31.13");
      const openPrice = parsePrice("1520.5")!;
      const cost = notional(openPrice, opened, currency, side === "long" ? "ceiling" : "floor");
      const marginAll = (cost + leverage - 1n) / leverage;
      const left = (whole: bigint) => minor(whole - (whole * closed) / opened);
      const basis = side === "long" ? cost + openFee : cost - openFee;
      const held = {
        market,
        side,
        opened,
        closed: shares(closed),
        cost,
        openFee,
        basisClosed: minor((basis * closed) / opened),
        marginLeft: left(marginAll),
        borrowedLeft: left(cost - marginAll),
        // Margin and the rest of the cost as they are left, so that both sides round alike.
        collateralLeft: minor(left(marginAll) * 2n + left(cost - marginAll)),
      };
      const answer = closingPart(
        held,
        { quantity: shares(quantity), value: parsePrice("1498.5")! * quantity },
        {
          interest: minor((interest * quantity) / (opened - closed)),
          fees: feesOf(market),
          before: nothingClosed,
        },
      );
      const text = (amount: bigint) =>
        isYen ? amount.toString() : (Number(amount) / 100).toFixed(2);
      const estimate = estimateClose(
        {
          type: market,
          side,
          buy_price: "1520.5",
          buy_fee: text(openFee),
          quantity_opened: "100",
          quantity_closed: closed.toString(),
          margin: text(held.marginLeft),
          borrowed: text(held.borrowedLeft),
          interest: text(interest),
        },
        shares(quantity),
        "1498.5",
        feesOf(market),
      );
      expect(estimate).toMatchObject({
        value: text(answer.amount),
        fee: text(answer.fee),
        interest: text(answer.interest),
        received: text(answer.net),
        profit: text(answer.profit),
      });
    },
  );
});
