import { shares, type Shares } from "@sanshi/money";
import { addTradingDays, instantOf, type LocalDate } from "@sanshi/rulebook";
import fc from "fast-check";
import { expect, it } from "vitest";
import { boughtOn, lotsAfter, newestLot, type Lots } from "./lots.rules.ts";

const firstDay = "2026-09-21";
const dayOf = (day: number): LocalDate => addTradingDays("cny", firstDay, day);
const momentOf = (day: number, minute: number) =>
  instantOf("cny", dayOf(day), "10:00") + minute * 60_000;

const acts = fc.array(
  fc.record({
    daysOn: fc.nat({ max: 2 }),
    minute: fc.nat({ max: 60 }),
    isPurchase: fc.boolean(),
    quantity: fc.bigInt(1n, 500n),
  }),
  { maxLength: 12 },
);

it("holds back what a list of all purchases says was bought on the day", () => {
  fc.assert(
    fc.property(acts, (history) => {
      let lots: Lots & { market: "cny"; closed: Shares } = {
        market: "cny",
        opened: shares(100n),
        opened_at: momentOf(0, 0),
        closed: shares(0n),
        newest_lot: null,
        newest_lot_on: null,
      };
      const purchases = [{ day: 0, quantity: 100n }];
      const boughtOnDay = (day: number) =>
        purchases.reduce((sum, lot) => sum + (lot.day === day ? lot.quantity : 0n), 0n);
      let day = 0;
      for (const { daysOn, minute, isPurchase, quantity } of history) {
        day += daysOn;
        const at = momentOf(day, minute);
        const free = lots.opened - lots.closed - boughtOnDay(day);
        if (isPurchase) {
          const bought = { quantity: shares(quantity), at, hours: "exchange" } as const;
          const after = lotsAfter(lots, bought);
          lots = { ...lots, ...after, opened: shares(lots.opened + quantity) };
          purchases.push({ day, quantity });
        } else {
          // No more is sold than the rule lets go.
          lots = { ...lots, closed: shares(lots.closed + (quantity < free ? quantity : free)) };
        }
        const isToday = boughtOn(lots, momentOf(0, 0), "exchange") === dayOf(day);
        expect(isToday ? newestLot(lots) : 0n).toBe(boughtOnDay(day));
      }
    }),
    { numRuns: 300 },
  );
});
