import { price } from "@sanshi/money";
import { priceLimits } from "@sanshi/rulebook";
import { expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { openChance } from "./chance.ts";
import { createMarketHistory } from "./market-history.ts";
import { dayLimits } from "./stock-day.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

/** Buyers or sellers are left at the limit then: the closing auction matches there, and so does the last special quote. */
it.each(["bases", "limits", "quotes"])(
  "puts the limits after a day that ended locked on the price at which it was locked: %s",
  (seed) => {
    const calendar = createTradingCalendar("jpy", "exchange");
    const companies = demoCompanies().filter(({ market }) => market === "jpy");
    const today = calendar.indexOfDate("2026-11-20");
    const history = createMarketHistory(companies, calendar, openChance(seed), today);
    history.reach(today);
    let found = 0;
    for (const track of history.tracks) {
      for (let index = Math.max(1, track.listedAt + 1); index < today; index += 1) {
        const [day, next] = [history.day(track, index), history.day(track, index + 1)];
        if (day === null || next === null) continue;
        const { company, listedAt, actions } = track;
        const daysListed = listedAt < 0 ? 1_000 : index - listedAt;
        const limits = dayLimits(company, calendar.dateAt(index), day.base, daysListed, 2);
        if (limits === null || (day.close !== limits.high && day.close !== limits.low)) continue;
        if (actions.some((action) => action.index === index + 1)) continue;
        found += 1;
        expect(next.base).toBe(day.close);
        const { market, limitClass, tickClass } = company;
        const after = priceLimits({
          ...{ market, limitClass, tickClass, date: calendar.dateAt(index + 1) },
          basePrice: price(BigInt(day.close)),
        })!;
        expect(next.high <= Number(after.high) && next.low >= Number(after.low)).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(2);
  },
);
