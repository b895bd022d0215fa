import { minor, price, shares } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HeldMoney } from "./closing-money.rules.ts";
import { exchangeOf, type ExchangeTerms } from "./exchange-money.rules.ts";

const none = minor(0n);
/** 101 shares at 2,850 yen with a fee of 100 yen, all of them the customer's own. */
const held: HeldMoney = {
  market: "jpy",
  side: "long",
  opened: shares(101n),
  closed: shares(0n),
  cost: minor(287_850n),
  openFee: minor(100n),
  basisClosed: none,
  marginLeft: minor(287_850n),
  borrowedLeft: none,
  collateralLeft: none,
};
const terms: ExchangeTerms = {
  ratio: { numerator: 3n, denominator: 2n },
  cashPerShare: null,
  targetPrice: price(20_000_000n),
};

describe("shares that are exchanged", () => {
  it("keep what was paid for them, but for the fraction, which is paid at the published price", () => {
    // 151 and a half new shares: half of 2,000 yen is paid, and takes its part of 287,950 yen with it.
    const exchange = exchangeOf(held, 28_500_000n * 101n, terms);
    expect(exchange).toMatchObject({ received: 151n, cash: 1_000n, closes: 286_999n + 1_000n });
    expect(exchange.goesOn).toEqual({
      ...{ openPrice: 19_000_000n, cost: 286_999n, margin: 286_999n, borrowed: 0n, collateral: 0n },
    });
  });

  it("are all paid where less than one new share comes of them", () => {
    const tiny = { ...terms, ratio: { numerator: 1n, denominator: 1_000n } };
    expect(exchangeOf(held, 1n, tiny)).toEqual({
      ...{ received: 0n, cash: 202n, closes: 202n, goesOn: null },
    });
  });

  const histories = fc.record({
    side: fc.constantFrom("long", "short"),
    opened: fc.bigInt(1n, 10n ** 6n),
    paid: fc.bigInt(1n, 10n ** 8n),
    fee: fc.bigInt(0n, 500n),
    lentPart: fc.bigInt(0n, 3n),
    numerator: fc.bigInt(1n, 10n ** 6n),
    denominator: fc.bigInt(1n, 10n ** 6n),
    cashPerShare: fc.option(fc.bigInt(1n, 10n ** 8n).map(price)),
    targetPrice: fc.bigInt(1n, 10n ** 9n).map(price),
  });

  it("are worth to the ledger what they were: cost that goes on and cash close what was held", () => {
    fc.assert(
      fc.property(histories, ({ side, opened, paid, fee, lentPart, ...more }) => {
        const cost = minor((opened * paid) / 100n + 1n);
        const own = side === "short" ? cost : minor(cost - (cost * lentPart) / 4n);
        const one: HeldMoney = {
          ...held,
          ...{
            market: "usd",
            side,
            opened: shares(opened),
            cost,
            openFee: minor(fee < cost ? fee : 0n),
          },
          marginLeft: own,
          borrowedLeft: minor(cost - own),
          collateralLeft: side === "short" ? minor(2n * cost) : none,
        };
        const { numerator, denominator, cashPerShare, targetPrice } = more;
        const exchange = exchangeOf(one, opened * paid, {
          ...{ ratio: { numerator, denominator }, cashPerShare, targetPrice },
        });
        const basis = side === "long" ? cost + one.openFee : cost - one.openFee;
        expect(exchange.received).toBe((opened * numerator) / denominator);
        if (exchange.goesOn === null) {
          expect(exchange.closes).toBe(exchange.cash);
          return;
        }
        const on = exchange.goesOn;
        expect(exchange.closes).toBe(on.cost + exchange.cash);
        expect(on.cost).toBeLessThanOrEqual(basis);
        if (exchange.cash === 0n) expect(on.cost).toBe(basis);
        expect(on.margin + on.borrowed).toBe(on.cost);
        expect(on.margin >= 0n && on.borrowed >= 0n).toBe(true);
        if (side === "long") {
          expect(on.borrowed).toBeLessThanOrEqual(one.borrowedLeft);
          expect(on.collateral).toBe(0n);
        } else {
          expect(on.collateral).toBe(on.cost + on.margin);
          expect(on.collateral).toBeLessThanOrEqual(one.collateralLeft);
        }
      }),
    );
  });
});
