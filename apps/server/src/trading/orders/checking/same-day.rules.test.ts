import { minor } from "@sanshi/money";
import fc from "fast-check";
import { cited } from "@sanshi/rulebook";
import { expect, it } from "vitest";
import {
  checkSameDay,
  paidBySales,
  sameDayProceeds,
  type DayFill,
  type PaidFill,
} from "./same-day.rules.ts";

const acts = fc.array(
  fc.record({
    isPurchase: fc.boolean(),
    quantity: fc.bigInt(1n, 5n),
    price: fc.bigInt(100n, 200n),
  }),
  { maxLength: 12 },
);

it("keeps back what a list of single shares says was bought and sold on the day", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 6n), acts, (before, history) => {
      // Each share by itself, the oldest sold first.
      const shares = Array.from({ length: Number(before) }, () => "before");
      let expected = 0n;
      const fills: DayFill[] = [];
      for (const { isPurchase, quantity, price } of history) {
        const most = isPurchase ? quantity : BigInt(shares.length);
        const done = quantity < most ? quantity : most;
        if (done === 0n) continue;
        fills.push({
          side: isPurchase ? "buy" : "sell",
          quantity: done,
          amount: done * price,
          fee: done,
        });
        for (let share = 0n; share < done; share += 1n) {
          if (isPurchase) shares.push("today");
          else if (shares.shift() === "today") expected += price - 1n;
        }
      }
      expect(sameDayProceeds(BigInt(shares.length), fills)).toBe(expected);
    }),
    { numRuns: 300 },
  );
});

it("keeps nothing back of a sale that its venue has busted", () => {
  const fill = (side: DayFill["side"], quantity: bigint, amount: bigint): DayFill => ({
    side,
    quantity,
    amount,
    fee: 100n,
  });
  const bought = fill("buy", 1_000n, 2_000_000n);
  const sold = fill("sell", 1_000n, 2_100_000n);
  const busted: DayFill = { ...sold, quantity: -1_000n, amount: -2_100_000n, fee: -100n };
  expect(sameDayProceeds(0n, [bought, sold])).toBe(2_099_900n);
  expect(sameDayProceeds(1_000n, [bought, sold, busted])).toBe(0n);
  // Corrected to fewer shares, it is those alone; a minimum commission may have stayed.
  const placed = fill("sell", 400n, 840_000n);
  const corrected = [bought, sold, { ...busted, fee: 0n }, placed];
  expect(sameDayProceeds(600n, corrected)).toBe(839_900n);
  // One of a day before gives back shares that were held before.
  expect(sameDayProceeds(1_000n, [busted])).toBe(0n);
  expect(sameDayProceeds(0n, [busted, sold])).toBe(0n);
});

it("has the cases of a Japanese broker", () => {
  const fill = (side: DayFill["side"], quantity: bigint, amount: bigint): DayFill => ({
    side,
    quantity,
    amount,
    fee: 0n,
  });
  // Bought for 2,000,000, sold for 2,100,000: with 2,000,000 at first, it is not bought again.
  const once = [fill("buy", 1_000n, 2_000_000n), fill("sell", 1_000n, 2_100_000n)];
  expect(sameDayProceeds(0n, once)).toBe(2_100_000n);
  const money = (available: bigint) => ({
    market: "jpy" as const,
    available: minor(available),
    free: minor(available - 2_100_000n),
    until: 0,
    reference: cited("jp_same_day_money", "2007-09-30", []),
  });
  const again = minor(2_000_000n);
  expect(checkSameDay(again, money(2_100_000n))?.objection).toMatchObject({
    code: "same_day_money",
    params: { amount: "0", currency: "JPY" },
  });
  // With 4,000,000 at first it is.
  expect(checkSameDay(again, money(4_100_000n))).toBeNull();
  expect(checkSameDay(again, money(4_099_999n))).not.toBeNull();
  // What is not there at all is refused as that.
  expect(checkSameDay(again, money(1_999_999n))).toBeNull();
  // What was held before is sold and bought back.
  expect(sameDayProceeds(0n, [fill("sell", 1_000n, 2_000_000n)])).toBe(0n);
});

const moves = fc.array(
  fc.record({
    kind: fc.constantFrom("buy", "sell", "deposit", "elsewhere"),
    quantity: fc.bigInt(1n, 4n),
    price: fc.bigInt(50n, 150n),
  }),
  { maxLength: 14 },
);

it("keeps what sales of the day have paid, as a purse with two pockets says", () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.bigInt(0n, 5n), fc.bigInt(0n, 600n), moves, (before, start, history) => {
      // Other money, below zero where sales have paid for other stocks; what sales have brought; what they have paid.
      let own = start;
      let [proceeds, owed] = [0n, 0n];
      let [held, bought, paid] = [before, 0n, 0n];
      const fills: PaidFill[] = [];
      const available = () => own + proceeds - owed;
      // Other money that has come since goes to what sales have paid.
      const cover = () => {
        const part = own > owed ? owed : own;
        if (part <= 0n) return;
        own -= part;
        owed -= part;
      };
      for (const { kind, quantity, price } of history) {
        const amount = quantity * price;
        if (kind === "deposit") own += amount;
        else if (kind === "elsewhere") own -= amount <= available() ? amount : 0n;
        else if (kind === "sell") {
          if (quantity > held) continue;
          held -= quantity;
          proceeds += amount - 1n;
          fills.push({ side: "sell", quantity, amount, fee: 1n, moneyAfter: available() });
        } else {
          const cost = amount + 1n;
          if (cost > available()) continue;
          cover();
          const taken = own <= 0n ? 0n : own < cost ? own : cost;
          own -= taken;
          owed += cost - taken;
          cover();
          held += quantity;
          bought += quantity;
          paid += cost;
          fills.push({ side: "buy", quantity, amount, fee: 1n, moneyAfter: available() });
        }
      }
      cover();
      const found = paidBySales(fills, available());
      expect(found.missing).toBe(owed);
      // As many whole shares as that money has bought, and no share less.
      expect(found.quantity * paid >= owed * bought).toBe(true);
      expect((found.quantity - 1n) * paid < owed * bought || found.quantity === 0n).toBe(true);
      if (found.quantity > 0n) kept += 1;
      // A deposit of what is missing frees all of it.
      expect(paidBySales(fills, available() + proceeds).quantity).toBe(0n);
    }),
    { numRuns: 400 },
  );
  // Some of the histories do keep shares: nothing here holds of those that keep none.
  expect(kept).toBeGreaterThan(0);
});

it("has the cases of Japanese brokers for what is sold, bought back and sold again", () => {
  const fill = (side: DayFill["side"], amount: bigint, moneyAfter: bigint): PaidFill => ({
    side,
    quantity: 1_000n,
    amount,
    fee: 0n,
    moneyAfter,
  });
  // Monex: 1,000 held and no money; sold for 1,100,000 and bought back for 1,000,000, they are not sold again.
  const without = [fill("sell", 1_100_000n, 1_100_000n), fill("buy", 1_000_000n, 100_000n)];
  expect(paidBySales(without, 100_000n)).toEqual({ missing: 1_000_000n, quantity: 1_000n });
  // After a deposit of what they have cost they are, after half of it half of them.
  expect(paidBySales(without, 1_100_000n)).toEqual({ missing: 0n, quantity: 0n });
  expect(paidBySales(without, 600_000n)).toEqual({ missing: 500_000n, quantity: 500n });
  // With 1,000,000 of the day before they are, also where that buys another stock afterwards.
  const paid = [fill("sell", 1_100_000n, 2_100_000n), fill("buy", 1_000_000n, 1_100_000n)];
  expect(paidBySales(paid, 0n).quantity).toBe(0n);
  // Bought, and sold in two parts: nothing was sold before.
  const once = [
    fill("buy", 1_000_000n, 0n),
    { ...fill("sell", 500_000n, 500_000n), quantity: 500n },
  ];
  expect(paidBySales(once, 0n).quantity).toBe(0n);
});
