import { minor, shares, type MarketKey } from "@sanshi/money";
import { financing } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closingPart, type ClosingPart, type HeldMoney } from "./closing-money.rules.ts";

const date = "2026-11-20";
const yen = (amount: number) => minor(BigInt(amount));

/** 300 shares at 1,000 yen, a third of it the customer's own. */
const long: HeldMoney = {
  market: "jpy",
  side: "long",
  opened: shares(300n),
  closed: shares(0n),
  cost: yen(300_000),
  openFee: yen(0),
  basisClosed: yen(0),
  marginLeft: yen(100_000),
  borrowedLeft: yen(200_000),
  collateralLeft: yen(0),
};
const short: HeldMoney = { ...long, side: "short", collateralLeft: yen(400_000) };
const at = (price: number, quantity: number) => ({
  quantity: shares(BigInt(quantity)),
  value: BigInt(price * 10_000 * quantity),
});

describe("closing a part", () => {
  it("of a long pays back its share of the loan, and the interest", () => {
    expect(closingPart(long, at(1_100, 100), { interest: yen(15), date })).toMatchObject({
      amount: 110_000n,
      repaid: 66_666n,
      margin: 33_333n,
      net: 110_000n - 66_666n - 15n,
      profit: 10_000n - 15n,
      quantityLeft: 200n,
    });
  });

  it("of a short frees its share of margin and proceeds, and pays for the shares", () => {
    expect(closingPart(short, at(1_100, 150), { interest: yen(9), date })).toMatchObject({
      amount: 165_000n,
      freed: 200_000n,
      margin: 50_000n,
      repaid: 100_000n,
      net: 200_000n - 165_000n - 9n,
      profit: -15_000n - 9n,
    });
  });

  it("after a gap brings less than nothing", () => {
    expect(closingPart(long, at(600, 300), { interest: yen(0), date }).net).toBe(-20_000n);
    expect(closingPart(short, at(1_500, 300), { interest: yen(0), date }).net).toBe(-50_000n);
  });

  it("in any parts adds up: to what was put in, borrowed and held, and to the profit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<MarketKey>("jpy", "usd", "cny"),
        fc.constantFrom<HeldMoney["side"]>("long", "short"),
        fc.constantFrom(1, 2, 3, 10),
        fc.bigInt(1_000n, 10n ** 12n),
        fc.bigInt(0n, 900n),
        fc.array(fc.tuple(fc.bigInt(1n, 500n), fc.bigInt(1n, 10n ** 8n), fc.bigInt(0n, 99n)), {
          minLength: 1,
          maxLength: 6,
        }),
        (market, side, leverage, cost, openFee, fills) => {
          const opened = fills.reduce((sum, [quantity]) => sum + quantity, 0n);
          const { margin, borrowed } = financing(minor(cost), leverage);
          const collateral = side === "short" ? cost + margin : 0n;
          let held: HeldMoney = {
            ...{ market, side, opened: shares(opened), closed: shares(0n) },
            ...{ cost: minor(cost), openFee: minor(openFee), basisClosed: minor(0n) },
            ...{ marginLeft: margin, borrowedLeft: borrowed, collateralLeft: minor(collateral) },
          };
          let net = 0n;
          let profit = 0n;
          for (const [quantity, price, interest] of fills) {
            const fill = { quantity: shares(quantity), value: price * quantity };
            const part = closingPart(held, fill, { interest: minor(interest), date });
            held = afterClosing(held, part);
            net += part.net;
            profit += part.profit;
          }
          expect([held.marginLeft, held.borrowedLeft, held.collateralLeft]).toEqual([0n, 0n, 0n]);
          // What was put in, and the fee that was paid, come back with the profit or without the loss.
          expect(net).toBe(margin + openFee + profit);
        },
      ),
    );
  });
});

function afterClosing(held: HeldMoney, part: ClosingPart): HeldMoney {
  return {
    ...held,
    closed: shares(held.closed + part.quantity),
    basisClosed: part.basisClosed,
    marginLeft: minor(held.marginLeft - part.margin),
    borrowedLeft: minor(held.borrowedLeft - part.repaid),
    collateralLeft: minor(held.collateralLeft - part.freed),
  };
}
