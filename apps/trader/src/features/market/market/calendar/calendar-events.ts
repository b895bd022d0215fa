import type { MarketCalendar, Offering } from "@sanshi/contract";
import { timeZones } from "../../../../shared/session-state.ts";

/** What happens on a day, whoever tells it. */
export const eventKinds = ["earnings", "dividend", "split", "new_shares", "holiday"] as const;
export type EventKind = (typeof eventKinds)[number];

export type CompanyDay = MarketCalendar["events"][number];
export type OfferingStep = "opens" | "closes" | "draws" | "lists";
export type OfferingDay = { offering: Offering; step: OfferingStep };
export type HolidayDay = MarketCalendar["holidays"][number];

export type CalendarDay = {
  date: string;
  companies: readonly CompanyDay[];
  offerings: readonly OfferingDay[];
  holiday: HolidayDay | null;
};

/** A month's days on which something happens, by date. */
export function daysOf(
  calendar: Pick<MarketCalendar, "month" | "events" | "holidays">,
  offerings: readonly Offering[],
): Map<string, CalendarDay> {
  const days = new Map<string, CalendarDay>();
  const change = (date: string, more: (day: CalendarDay) => Partial<CalendarDay>) => {
    const day = days.get(date) ?? { date, companies: [], offerings: [], holiday: null };
    days.set(date, { ...day, ...more(day) });
  };
  for (const event of calendar.events) {
    change(event.date, ({ companies }) => ({ companies: [...companies, event] }));
  }
  for (const step of stepsOf(offerings)) {
    if (!step.date.startsWith(calendar.month)) continue;
    change(step.date, (day) => ({ offerings: [...day.offerings, step] }));
  }
  for (const holiday of calendar.holidays) change(holiday.date, () => ({ holiday }));
  return days;
}

/** An offering's days, as the market's own calendar shows them; of one that was withdrawn there are none. */
function stepsOf(offerings: readonly Offering[]): (OfferingDay & { date: string })[] {
  return offerings.flatMap((offering) => {
    if (offering.withdrawn !== null) return [];
    const { type, opens_at, closes_at, draws_at, lists_at } = offering;
    const steps: [OfferingStep, string][] = [
      ["opens", opens_at],
      ["closes", closes_at],
      ["draws", draws_at],
      ["lists", lists_at],
    ];
    return steps.map(([step, at]) => ({ offering, step, date: dateAt(at, timeZones[type]) }));
  });
}

function dateAt(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(iso));
}

/** Of what kinds a day has something, in their order. */
export function kindsOf({ companies, offerings, holiday }: CalendarDay): EventKind[] {
  return eventKinds.filter((kind) => {
    if (kind === "holiday") return holiday !== null;
    if (kind === "new_shares") return offerings.length > 0;
    return companies.some((event) => event.kind === kind);
  });
}

/** The day that a month opens on: today, else the next one with something, else the last one before. */
export function firstShown(days: ReadonlyMap<string, CalendarDay>, month: string, today: string) {
  if (today.startsWith(month)) return today;
  const dates = [...days.keys()].toSorted();
  return dates.find((date) => date >= today) ?? dates.at(-1) ?? `${month}-01`;
}

/** The next day after this one on which something happens, within the month. */
export function nextShown(days: ReadonlyMap<string, CalendarDay>, after: string): string | null {
  return [...days.keys()].toSorted().find((date) => date > after) ?? null;
}
