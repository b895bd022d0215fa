import { minor, notional, price, settlementCurrency, shares, type MarketKey } from "@sanshi/money";
import { financing, marginRules, type MarginFigures } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountFigures,
  exitPrice,
  exitValue,
  noMoney,
  ownMoney,
  saleOrder,
  storedRatio,
  verdictOn,
  type AccountMoney,
  type ExitPrices,
  type MarginedPosition,
} from "./margin.rules.ts";

const today = "2026-11-21";
const at = (units: number) => price(BigInt(Math.round(units * 10_000)));
const rules = marginRules("jpy", today);

function position(more: {
  id?: bigint;
  side?: "long" | "short";
  open?: number;
  left?: number;
  leverage?: number;
  openedAt?: number;
  interest?: bigint;
  market?: MarketKey;
}): MarginedPosition {
  const { id = 1n, side = "long", open = 3_000, left = 100, leverage = 3, market = "jpy" } = more;
  const cost = notional(at(open), shares(BigInt(left)), settlementCurrency(market), "ceiling");
  const { margin, borrowed } = financing(cost, leverage);
  return {
    id,
    market,
    code: id.toString(),
    side,
    left: shares(BigInt(left)),
    openPrice: at(open),
    openedAt: more.openedAt ?? 0,
    borrowedLeft: borrowed,
    collateralLeft: side === "short" ? minor(margin + cost) : minor(0n),
    interest: minor(more.interest ?? 0n),
  };
}

const quoted = (bid: number, ask = bid): ExitPrices => ({ bid: at(bid), ask: at(ask) });
const figuresAt = (
  positions: readonly MarginedPosition[],
  prices: ExitPrices,
  money: Partial<AccountMoney> = {},
) => accountFigures(positions, () => prices, { ...noMoney, ...money }, rules);

describe("the figures of an account", () => {
  it("count a long at the bid and a short at the ask", () => {
    expect(exitPrice(position({}), quoted(2_990, 3_010))).toBe(at(2_990));
    expect(exitPrice(position({ side: "short" }), quoted(2_990, 3_010))).toBe(at(3_010));
    // 100 shares at 3,000 yen, 100,000 of them the customer's own.
    expect(figuresAt([position({})], quoted(2_990, 3_010))).toEqual({
      equity: 99_000n,
      exposure: 299_000n,
      shorts: 0n,
      shortExtra: 0n,
      debt: 200_000n,
    });
    expect(figuresAt([position({ side: "short" })], quoted(2_990, 3_010))).toEqual({
      equity: 99_000n,
      exposure: 301_000n,
      shorts: 301_000n,
      shortExtra: 0n,
      debt: 301_000n,
    });
  });

  it("take a fraction of the smallest unit from whoever closes", () => {
    // 1.005 yuan a share: 100.5 fen for one, 301.5 for three.
    const one = (side: "long" | "short", left: number) =>
      exitValue(position({ side, left, market: "cny" }), at(1.005));
    expect([one("long", 1), one("long", 3)]).toEqual([100n, 301n]);
    expect([one("short", 1), one("short", 3)]).toEqual([101n, 302n]);
    expect([one("long", 2), one("short", 2)]).toEqual([201n, 201n]);
  });

  it("count the available money, and take off interest and what is still unpaid", () => {
    const money = { available: minor(50_000n), unpaidDebt: minor(7_000n) };
    expect(figuresAt([position({ interest: 300n })], quoted(3_000), money)).toEqual({
      equity: 142_700n,
      exposure: 300_000n,
      shorts: 0n,
      shortExtra: 0n,
      debt: 207_300n,
    });
  });

  it("carry a position at what it was opened for where there is no price", () => {
    expect(figuresAt([position({})], null)).toEqual(figuresAt([position({})], quoted(3_000)));
    expect(figuresAt([position({})], quoted(0))).toEqual(figuresAt([position({})], quoted(3_000)));
  });
});

describe("what a ratio asks for", () => {
  const figures = (equity: bigint): MarginFigures => ({
    equity,
    exposure: 100_000n,
    shorts: 0n,
    shortExtra: 0n,
    debt: 100_000n - equity,
  });
  const called = { calledAt: 0, dueAt: 1_000 };

  it.each([
    ["enough", 20_000n, null, 0, "nothing"],
    ["just below maintenance", 19_999n, null, 0, "call"],
    ["just above the forced sale", 10_000n, null, 0, "call"],
    ["below the forced sale", 9_999n, null, 0, "sell"],
    ["below the forced sale, called", 9_999n, called, 0, "sell"],
    ["called, not due", 19_999n, called, 999, "nothing"],
    ["called, due", 19_999n, called, 1_000, "sell"],
    ["restored before it was due", 20_000n, called, 999, "restored"],
    ["restored, though late", 20_000n, called, 2_000, "restored"],
  ] as const)("%s", (_name, equity, call, now, kind) => {
    expect(verdictOn(figures(equity), rules, call, now).kind).toBe(kind);
  });

  it("names the reason and the ratio that it had to be", () => {
    expect(verdictOn(figures(-5n), rules, null, 0)).toEqual({
      kind: "sell",
      reason: "ratio_too_low",
      percentRequired: 10,
    });
    expect(verdictOn(figures(15_000n), rules, called, 1_000)).toEqual({
      kind: "sell",
      reason: "call_overdue",
      percentRequired: 20,
    });
  });

  it("in China is all assets over debt, and a call asks for more than the line it crossed", () => {
    const china = marginRules("cny", today);
    const owing = (equity: bigint): MarginFigures => ({
      equity,
      exposure: 1n,
      shorts: 0n,
      shortExtra: 0n,
      debt: 100_000n,
    });
    expect(verdictOn(owing(30_000n), china, null, 0).kind).toBe("nothing");
    expect(verdictOn(owing(29_999n), china, null, 0).kind).toBe("call");
    expect(verdictOn(owing(49_999n), china, called, 0).kind).toBe("nothing");
    expect(verdictOn(owing(50_000n), china, called, 0).kind).toBe("restored");
    expect(verdictOn(owing(9_999n), china, called, 0).kind).toBe("sell");
  });

  it("is nothing without a position, whatever is owed", () => {
    const owed = figuresAt([], null, { unpaidDebt: minor(9_000n) });
    expect(verdictOn(owed, rules, null, 0)).toEqual({ kind: "nothing" });
    expect(verdictOn(owed, rules, called, 9_999)).toEqual({ kind: "restored" });
  });
});

describe("the order of forced sales", () => {
  const ids = (positions: readonly MarginedPosition[], prices: ExitPrices) =>
    saleOrder(positions, () => prices).map(({ id }) => id);

  it("is the largest loss first, then the oldest, then the lower number", () => {
    const small = position({ id: 1n, open: 3_010 });
    const large = position({ id: 2n, open: 3_100 });
    const gain = position({ id: 3n, side: "short", open: 3_100 });
    const old = position({ id: 5n, open: 3_010, openedAt: -1 });
    const twin = position({ id: 4n, open: 3_010 });
    expect(ids([twin, gain, small, old, large], quoted(3_000))).toEqual([2n, 5n, 1n, 4n, 3n]);
  });

  it("counts interest as a part of the loss", () => {
    const one = position({ id: 1n });
    const costly = position({ id: 2n, interest: 1n });
    expect(ids([one, costly], quoted(3_000))).toEqual([2n, 1n]);
  });

  it("is one order, however the positions come", () => {
    const anyPositions = fc.array(
      fc.record({
        open: fc.integer({ min: 2_900, max: 3_100 }),
        openedAt: fc.nat(3),
        side: fc.constantFrom("long", "short"),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(anyPositions, fc.nat(), (given, turn) => {
        const positions = given.map((one, index) => position({ ...one, id: BigInt(index) }));
        const turned = positions.map((_, index) => positions[(index + turn) % positions.length]!);
        expect(ids(turned, quoted(3_000))).toEqual(ids(positions, quoted(3_000)));
      }),
    );
  });
});

describe("against a plain model", () => {
  type Plain = {
    side: "long" | "short";
    own: number;
    borrowed: number;
    cost: number;
    left: number;
  };

  /** What the customer would have if everything were closed now, and what is at stake: in whole yen. */
  function plainly(positions: readonly Plain[], bid: number, ask: number, available: number) {
    let assets = available;
    let debts = 0;
    let exposure = 0;
    for (const { side, own, borrowed, cost, left } of positions) {
      if (side === "long") {
        assets += bid * left;
        debts += borrowed;
        exposure += bid * left;
      } else {
        assets += own + cost;
        debts += ask * left;
        exposure += ask * left;
      }
    }
    return { assets, debts, exposure };
  }

  const anyAccount = fc.record({
    holdings: fc.array(
      fc.record({
        side: fc.constantFrom("long", "short"),
        open: fc.integer({ min: 100, max: 9_000 }),
        left: fc.integer({ min: 1, max: 5_000 }),
        leverage: fc.constantFrom(1, 2, 3, 5, 10),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    bid: fc.integer({ min: 1, max: 10_000 }),
    spread: fc.integer({ min: 0, max: 50 }),
    available: fc.integer({ min: 0, max: 3_000_000 }),
  });

  it("the figures are the assets less the debts, and the verdict is what the two say", () => {
    fc.assert(
      fc.property(anyAccount, ({ holdings, bid, spread, available }) => {
        const positions = holdings
          // A long without a loan is nobody's business here.
          .filter(({ side, leverage }) => side === "short" || leverage > 1)
          .map((one, index) => position({ ...one, id: BigInt(index) }));
        const plain = holdings
          .filter(({ side, leverage }) => side === "short" || leverage > 1)
          .map(({ side, open, left, leverage }): Plain => {
            const cost = open * left;
            const own = Math.ceil(cost / leverage);
            return { side, own, borrowed: cost - own, cost, left };
          });
        const model = plainly(plain, bid, bid + spread, available);
        const figures = figuresAt(positions, quoted(bid, bid + spread), {
          available: minor(BigInt(available)),
        });
        expect(figures.equity).toBe(BigInt(model.assets - model.debts));
        expect(figures.exposure).toBe(BigInt(model.exposure));
        if (model.exposure === 0) return;
        const ratio = ((model.assets - model.debts) * 100) / model.exposure;
        // The two floats of a ratio that is exactly on a line may fall on either side of it.
        if (Math.abs(ratio - 20) < 1e-6 || Math.abs(ratio - 10) < 1e-6) return;
        const expected = ratio < 10 ? "sell" : ratio < 20 ? "call" : "nothing";
        expect(verdictOn(figures, rules, null, 0).kind).toBe(expected);
      }),
    );
  });

  it("a credit loan changes no figure, whatever of it is left", () => {
    const anyLoan = fc.record({
      own: fc.bigInt({ min: 0n, max: 3_000_000n }),
      lent: fc.bigInt({ min: 0n, max: 9_000_000n }),
      interest: fc.bigInt({ min: 0n, max: 90_000n }),
      spent: fc.bigInt({ min: 0n, max: 9_000_000n }),
    });
    fc.assert(
      fc.property(
        anyAccount,
        anyLoan,
        ({ holdings, bid, spread }, { own, lent, interest, spent }) => {
          const positions = holdings.map((one, index) => position({ ...one, id: BigInt(index) }));
          const at = (available: bigint, loan: bigint) =>
            figuresAt(positions, quoted(bid, bid + spread), {
              available: ownMoney(minor(available), minor(loan)),
            });
          expect(at(own + lent, -lent)).toEqual(at(own, 0n));
          // Interest is a debt as well, and what of the loan is gone takes nothing from the positions.
          expect(at(own + lent, -lent - interest)).toEqual(
            at(own > interest ? own - interest : 0n, 0n),
          );
          const left = spent > own + lent ? 0n : own + lent - spent;
          const rest = own > spent ? own - spent : 0n;
          expect(at(left, -lent)).toEqual(at(rest, 0n));
        },
      ),
    );
  });

  it("selling in order always ends, and a sale at the exit price costs the account no equity", () => {
    fc.assert(
      fc.property(anyAccount, ({ holdings, bid, spread, available }) => {
        const prices = quoted(bid, bid + spread);
        let held = holdings.map((one, index) => position({ ...one, id: BigInt(index) }));
        let money = available;
        const equity = () => figuresAt(held, prices, { available: minor(BigInt(money)) }).equity;
        const start = equity();
        let sales = 0;
        const due = { calledAt: 0, dueAt: 0 };
        for (;;) {
          const figures = figuresAt(held, prices, { available: minor(BigInt(money)) });
          const verdict = verdictOn(figures, rules, due, 1);
          if (verdict.kind !== "sell") {
            expect(verdict.kind).toBe("restored");
            break;
          }
          const [worst] = saleOrder(held, () => prices);
          if (worst === undefined) throw new Error("nothing to sell");
          const value = exitValue(worst, exitPrice(worst, prices));
          const back =
            worst.side === "long" ? value - worst.borrowedLeft : worst.collateralLeft - value;
          money += Number(back);
          held = held.filter(({ id }) => id !== worst.id);
          sales += 1;
          expect(equity()).toBe(start);
        }
        expect(sales).toBeLessThanOrEqual(holdings.length);
      }),
    );
  });
});

it("a stored ratio is bounded, however little is owed", () => {
  expect(
    storedRatio("assets_to_debt", {
      equity: 10n ** 18n,
      exposure: 1n,
      shorts: 0n,
      shortExtra: 0n,
      debt: 1n,
    }),
  ).toBe(1_000_000_000n);
  expect(
    storedRatio("equity_to_position", {
      equity: -(10n ** 18n),
      exposure: 1n,
      shorts: 0n,
      shortExtra: 0n,
      debt: 1n,
    }),
  ).toBe(-1_000_000_000n);
});
