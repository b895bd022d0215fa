import { minor, price, shares, type Minor } from "@sanshi/money";
import { feeSchedule } from "@sanshi/rulebook";
import fc from "fast-check";
import { expect, it } from "vitest";
import { reversalOf, type BookedFill, type ReversibleFigures } from "./reversal.rules.ts";

const fees = feeSchedule("cny", "2026-11-23");

type Made = { isPurchase: boolean; quantity: bigint; at: bigint; fee: bigint; stamp: bigint };

const made = fc.record({
  isPurchase: fc.boolean(),
  quantity: fc.bigInt(1n, 300n),
  at: fc.bigInt(100_000n, 200_000n),
  fee: fc.bigInt(0n, 900n),
  stamp: fc.bigInt(0n, 90n),
});

/** A position's figures, as the books' check has them from its fills. */
function figuresOf(fills: readonly BookedFill[]): ReversibleFigures & { profits: bigint } {
  const sum = (side: "buy" | "sell", figure: (fill: BookedFill) => bigint) =>
    fills.reduce((total, fill) => total + (fill.side === side ? figure(fill) : 0n), 0n);
  const stampOf = ({ feeItems }: BookedFill): bigint =>
    feeItems.find(({ name }) => name === "stamp_duty")?.amountMinor ?? 0n;
  const opened = sum("buy", ({ quantity }) => quantity);
  const closed = sum("sell", ({ quantity }) => quantity);
  const cost = sum("buy", ({ amount }) => amount);
  const openFee = sum("buy", ({ fee }) => fee);
  const proceeds = sum("sell", ({ amount }) => amount);
  const stampDuty = sum("sell", stampOf);
  const closeFee = sum("sell", ({ fee }) => fee) - stampDuty;
  const basisClosed = opened === 0n ? 0n : ((cost + openFee) * closed) / opened;
  const openValue = sum("buy", (fill) => fill.price * fill.quantity);
  return {
    opened: shares(opened),
    closed: shares(closed),
    openPrice: price(1n),
    openValue,
    closeValue: sum("sell", (fill) => fill.price * fill.quantity),
    cost: minor(cost),
    openFee: minor(openFee),
    proceeds: minor(proceeds),
    closeFee: minor(closeFee),
    stampDuty: minor(stampDuty),
    basisClosed: minor(basisClosed),
    interestPaid: minor(0n),
    realised: minor(proceeds - basisClosed - closeFee - stampDuty),
    closingShares: shares(0n),
    profits: fills.reduce((total, { profit }) => total + (profit ?? 0n), 0n),
  };
}

function fillOf({ isPurchase, quantity, at, fee, stamp }: Made): BookedFill {
  const duty = isPurchase ? 0n : stamp;
  const items = [
    { name: "broker_commission", amountMinor: minor(fee) },
    { name: "stamp_duty", amountMinor: minor(duty) },
  ] as const;
  return {
    side: isPurchase ? "buy" : "sell",
    price: price(at),
    quantity: shares(quantity),
    amount: minor((at * quantity) / 100n),
    fee: minor(fee + duty),
    feeItems: items,
    profit: null,
  };
}

/** Purchases, then sales of no more than there is, each with its part of the profit: what is sold grows no more. */
function historyOf(steps: readonly Made[]): BookedFill[] {
  const fills: BookedFill[] = [];
  const inOrder = [
    ...steps.filter(({ isPurchase }) => isPurchase),
    ...steps.filter(({ isPurchase }) => !isPurchase),
  ];
  for (const step of inOrder) {
    const { opened, closed, realised } = figuresOf(fills);
    const left = opened - closed;
    const most = step.isPurchase || step.quantity < left ? step.quantity : left;
    if (most === 0n) continue;
    const fill = fillOf({ ...step, quantity: most });
    const after = figuresOf([...fills, fill]).realised;
    const profit: Minor | null = step.isPurchase ? null : minor(after - realised);
    fills.push({ ...fill, profit });
  }
  return fills;
}

it("leaves a position as if the trade had been what the venue says now, and moves exactly the difference", () => {
  fc.assert(
    fc.property(
      fc.array(made, { minLength: 1, maxLength: 10 }),
      fc.nat(),
      fc.option(fc.record({ share: fc.nat({ max: 100 }), at: fc.bigInt(90_000n, 210_000n) })),
      (steps, which, corrected) => {
        const fills = historyOf(steps);
        const index = fills.length === 0 ? 0 : which % fills.length;
        const fill = fills[index];
        if (fill === undefined) return;
        const quantity = (fill.quantity * BigInt(corrected?.share ?? 0)) / 100n;
        const correction =
          corrected === null || quantity === 0n
            ? null
            : { quantity: shares(quantity), price: price(corrected.at) };
        const held = figuresOf(fills);
        const beside = { quantity: shares(0n), amount: minor(0n) };
        const { profits, ...before } = held;
        const reversal = reversalOf("cny", before, fill, correction, {
          fees,
          beside,
          paid: fill.feeItems,
        });
        const { taken, placed, to, madeGood, net, market, fees: charged } = reversal;
        const expected = figuresOf([...fills, taken, ...(placed === null ? [] : [placed])]);
        for (const figure of [
          "opened",
          "closed",
          "openValue",
          "closeValue",
          "cost",
          "openFee",
          "proceeds",
          "closeFee",
          "stampDuty",
          "basisClosed",
          "realised",
        ] as const) {
          expect(to[figure], figure).toBe(expected[figure]);
        }
        expect(expected.profits).toBe(to.realised);
        expect(profits).toBe(held.realised);
        expect(to.closed).toBeLessThanOrEqual(to.opened);
        expect(net + market + charged).toBe(0n);
        // All that is left is still paid for by nobody else.
        expect(to.marginLeft).toBeGreaterThanOrEqual(0n);
        expect(placed?.quantity ?? 0n).toBe((correction?.quantity ?? 0n) + madeGood);
        if (fill.side === "sell") expect(madeGood).toBe(0n);
        if (madeGood > 0n) expect(to.opened).toBe(to.closed);
      },
    ),
    { numRuns: 400 },
  );
});
