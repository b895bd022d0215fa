import { setImmediate as pause } from "node:timers/promises";
import type { MarketCalendar } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { calendarStatus, marketDate, type LocalDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { createRecentAnswers, offeredQuotes, type RecentAnswers } from "../market/market.ts";
import { eventsAround, holidaysOf, knownMonths } from "./calendar.rules.ts";

type CalendarContext = Pick<Context, "quotes" | "feed" | "hours"> & {
  clock: Pick<Context["clock"], "now">;
};

/** JSON of `/market/calendar`: a month is worked out once a day for everybody. */
export async function marketCalendar(
  context: CalendarContext,
  market: MarketKey,
  asked: string | undefined,
): Promise<RawJson> {
  const today = marketDate(market, context.clock.now(), context.hours);
  const month = asked ?? today.slice(0, 7);
  const { first, last } = knownMonths(today);
  const frame = { today, month, first_month: first, last_month: last };
  if (month < first || month > last) {
    return json({ ...frame, events: [], holidays: [], calendar_status: "unknown" });
  }
  const stocks = offeredQuotes(context, market);
  return monthsOf(context.feed).get([market, month, today, stocks.length].join(), async () =>
    json({
      ...frame,
      events: await eventsOfMonth(context, stocks, today, month),
      holidays: holidaysOf(market, month, context.hours),
      calendar_status: calendarStatus(market, `${month}-01`),
    }),
  );
}

async function eventsOfMonth(
  { feed }: CalendarContext,
  stocks: readonly { market: MarketKey; code: string }[],
  today: LocalDate,
  month: string,
): Promise<MarketCalendar["events"]> {
  const events: MarketCalendar["events"] = [];
  for (const { market, code } of stocks) {
    const around = eventsAround(
      market,
      feed.corporateActions(market, code),
      feed.nextActions?.(market, code) ?? [],
      feed.fundamentals?.(market, code) ?? null,
      today,
    );
    for (const event of around) if (event.date.startsWith(month)) events.push({ ...event, code });
    await pause();
  }
  const key = ({ date, code }: (typeof events)[number]) => `${date} ${code}`;
  return events.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
}

function json(calendar: MarketCalendar): RawJson {
  return new RawJson(JSON.stringify(calendar));
}

const months = new WeakMap<CalendarContext["feed"], RecentAnswers<RawJson>>();
/** Every month that three markets know, and a day's change between them. */
const monthsMax = 60;

function monthsOf(feed: CalendarContext["feed"]): RecentAnswers<RawJson> {
  let kept = months.get(feed);
  if (kept === undefined) months.set(feed, (kept = createRecentAnswers(monthsMax)));
  return kept;
}
