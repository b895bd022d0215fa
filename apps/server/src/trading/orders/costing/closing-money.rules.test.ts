import { minor, shares, type MarketKey } from "@sanshi/money";
import { feeSchedule, financing, withCommission } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closingPart,
  nothingClosed,
  type ClosingPart,
  type HeldMoney,
} from "./closing-money.rules.ts";

const date = "2026-11-20";
const atOnce = { fees: feeSchedule("jpy", date), before: nothingClosed };
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
    expect(closingPart(long, at(1_100, 100), { interest: yen(15), ...atOnce })).toMatchObject({
      amount: 110_000n,
      repaid: 66_666n,
      margin: 33_333n,
      net: 110_000n - 66_666n - 15n,
      profit: 10_000n - 15n,
      quantityLeft: 200n,
    });
  });

  it("of a short frees its share of margin and proceeds, and pays for the shares", () => {
    expect(closingPart(short, at(1_100, 150), { interest: yen(9), ...atOnce })).toMatchObject({
      amount: 165_000n,
      freed: 200_000n,
      margin: 50_000n,
      repaid: 100_000n,
      net: 200_000n - 165_000n - 9n,
      profit: -15_000n - 9n,
    });
  });

  it("of an odd price loses the fraction, whichever side it is on", () => {
    // 3 shares at 1,000.5 yen are 3,001.5.
    const odd = { quantity: shares(3n), value: 30_015_000n };
    const terms = { interest: yen(0), ...atOnce };
    expect(closingPart(long, odd, terms).amount).toBe(3_001n);
    expect(closingPart(short, odd, terms).amount).toBe(3_002n);
  });

  it("takes of what opening cost, or brought, what the running total has grown by", () => {
    const terms = { interest: yen(0), ...atOnce };
    const seventh = { opened: shares(7n), cost: yen(1_000), openFee: yen(3) };
    const [bought, sold]: HeldMoney[] = [
      { ...long, ...seventh, marginLeft: yen(1_000), borrowedLeft: yen(0) },
      { ...short, ...seventh, collateralLeft: yen(2_000), borrowedLeft: yen(0) },
    ];
    // 1,003 ÷ 7 is 143.3 for the first share, and 429.9 for three of them.
    const first = closingPart(bought!, at(150, 1), terms);
    expect([first.basisClosed, first.profit]).toEqual([143n, 7n]);
    const next = closingPart(afterClosing(bought!, first), at(150, 2), terms);
    expect([next.basisClosed, next.profit]).toEqual([429n, 300n - 286n]);
    // A short's fee was taken from what it brought: 997 ÷ 7 is 142.4, and three are 427.3.
    const back = closingPart(sold!, at(140, 1), terms);
    expect([back.basisClosed, back.profit]).toEqual([142n, 2n]);
    const rest = closingPart(afterClosing(sold!, back), at(140, 2), terms);
    expect([rest.basisClosed, rest.profit]).toEqual([427n, 285n - 280n]);
  });

  it("after a gap brings less than nothing", () => {
    expect(closingPart(long, at(600, 300), { interest: yen(0), ...atOnce }).net).toBe(-20_000n);
    expect(closingPart(short, at(1_500, 300), { interest: yen(0), ...atOnce }).net).toBe(-50_000n);
  });

  it("in parts pays a minimum once, and meets a maximum as a whole", () => {
    const fees = withCommission(feeSchedule("jpy", date), {
      validFrom: date,
      rate: 5_000n,
      minimumMinor: yen(700),
      maximumMinor: yen(1_200),
    });
    const part = (quantity: number, before: number) =>
      closingPart({ ...long, closed: shares(BigInt(before)) }, at(1_000, quantity), {
        interest: yen(0),
        fees,
        before: { quantity: shares(BigInt(before)), value: at(1_000, before).value },
      }).fee;
    // 0.5 % of 100,000, 200,000 and 300,000 yen are 500, 1,000 and 1,500.
    expect([part(100, 0), part(100, 100), part(100, 200)]).toEqual([700n, 300n, 200n]);
    expect(part(300, 0)).toBe(1_200n);
  });

  it("in any parts adds up: to what was put in, borrowed and held, and to the profit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<MarketKey>("jpy", "usd", "cny"),
        fc.constantFrom<HeldMoney["side"]>("long", "short"),
        fc.constantFrom(1, 2, 3, 10),
        fc.bigInt(1_000n, 10n ** 12n),
        fc.bigInt(0n, 900n),
        fc.record({
          rate: fc.bigInt(0n, 30_000n),
          minimum: fc.bigInt(0n, 3_000n),
          more: fc.option(fc.bigInt(0n, 10n ** 6n)),
        }),
        fc.array(fc.tuple(fc.bigInt(1n, 500n), fc.bigInt(1n, 10n ** 8n), fc.bigInt(0n, 99n)), {
          minLength: 1,
          maxLength: 6,
        }),
        (market, side, leverage, cost, openFee, { rate, minimum, more }, fills) => {
          const fees = withCommission(feeSchedule(market, date), {
            validFrom: date,
            rate,
            minimumMinor: minor(minimum),
            maximumMinor: more === null ? null : minor(minimum + more + 1n),
          });
          const opened = fills.reduce((sum, [quantity]) => sum + quantity, 0n);
          const { margin, borrowed } = financing(minor(cost), leverage);
          const collateral = side === "short" ? cost + margin : 0n;
          let held: HeldMoney = {
            market,
            side,
            opened: shares(opened),
            closed: shares(0n),
            cost: minor(cost),
            openFee: minor(openFee),
            basisClosed: minor(0n),
            marginLeft: margin,
            borrowedLeft: borrowed,
            collateralLeft: minor(collateral),
          };
          let net = 0n;
          let profit = 0n;
          // All parts are one closing order's.
          let before = nothingClosed;
          let [paid, brought] = [0n, 0n];
          for (const [quantity, price, interest] of fills) {
            const fill = { quantity: shares(quantity), value: price * quantity };
            const part = closingPart(held, fill, { interest: minor(interest), fees, before });
            expect(part.fee >= 0n && part.feeItems.every((item) => item.amountMinor >= 0n)).toBe(
              true,
            );
            before = {
              quantity: shares(before.quantity + quantity),
              value: before.value + fill.value,
            };
            paid += part.fee;
            brought = BigInt(before.value);
            held = afterClosing(held, part);
            net += part.net;
            profit += part.profit;
          }
          expect([held.marginLeft, held.borrowedLeft, held.collateralLeft]).toEqual([0n, 0n, 0n]);
          // What was put in, and the fee that was paid, come back with the profit or without the loss.
          expect(net).toBe(margin + openFee + profit);
          // The parts pay what the order would have paid as a whole.
          const whole = closingPart(
            { ...held, closed: shares(0n), basisClosed: minor(0n) },
            { quantity: shares(opened), value: brought },
            { interest: minor(0n), fees, before: nothingClosed },
          );
          expect(paid).toBe(whole.fee);
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

describe("the parts of one order, whatever the division", () => {
  it("pay together what one order of the same fills pays", () => {
    const anyFill = fc.record({
      quantity: fc.bigInt({ min: 1n, max: 60_000n }),
      price: fc.bigInt({ min: 1n, max: 10n ** 7n }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom("jpy" as const, "usd" as const, "cny" as const),
        fc.constantFrom("long" as const, "short" as const),
        fc.array(anyFill, { minLength: 1, maxLength: 10 }),
        fc.bigInt({ min: 0n, max: 500n }),
        (market: MarketKey, side, fills, minimum) => {
          const fees = withCommission(feeSchedule(market, date), {
            validFrom: date,
            rate: 1_000n,
            minimumMinor: minor(minimum),
            maximumMinor: minor(minimum + 2_000n),
          });
          const total = shares(fills.reduce((sum, { quantity }) => sum + quantity, 0n));
          const opening = { ...long, market, side, collateralLeft: yen(0), opened: total };
          const none = { interest: minor(0n), fees };
          let [before, paid] = [nothingClosed, 0n];
          for (const { quantity, price } of fills) {
            const fill = { quantity: shares(quantity), value: quantity * price };
            paid += closingPart(opening, fill, { ...none, before }).fee;
            before = {
              quantity: shares(before.quantity + quantity),
              value: before.value + fill.value,
            };
          }
          const whole = closingPart(opening, before, { ...none, before: nothingClosed });
          expect(paid).toBe(whole.fee);
        },
      ),
    );
  });
});
