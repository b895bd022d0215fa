import type { Company } from "../companies/company.ts";
import type { CorporateAction } from "../market-feed.ts";
import { price } from "@sanshi/money";
import { anchorValue, type Character } from "./character.ts";
import { dayNumber, historyStart, type TradingCalendar } from "./trading-calendar.ts";

export type DatedAction = CorporateAction & { index: number };

const lastYear = 2045;

/**
 * A company's splits and simulated dividends on the trading days on which they take effect, oldest
 * first. The dividend follows the typed-in yield and the anchor value, in the market's usual step.
 */
export function corporateCalendar(
  company: Company,
  character: Character,
  calendar: TradingCalendar,
  untilIndex: number,
): DatedAction[] {
  const actions: DatedAction[] = [];
  const until = calendar.dateAt(untilIndex);
  for (const split of company.splits) {
    if (split.exDate < historyStart || split.exDate > until) continue;
    actions.push(effective(calendar, split.exDate, (exDate) => ({ ...split, exDate })));
  }
  for (const exDate of dividendDates(company, character)) {
    if (exDate <= company.listedOn || exDate > until) continue;
    const perShare = dividendPerShare(company, character, exDate);
    if (perShare <= 0) continue;
    actions.push(
      effective(calendar, exDate, (date) => ({
        kind: "dividend",
        exDate: date,
        perShare: price(BigInt(perShare)),
      })),
    );
  }
  return actions
    .filter(({ index }) => index <= untilIndex)
    .toSorted((left, right) => left.index - right.index);
}

/** Today's shares for one share on `date`: what a raw price is multiplied by to lose its splits. */
export function sharesAhead(company: Company, date: string): { today: number; then: number } {
  let today = 1;
  let then = 1;
  for (const split of company.splits) {
    if (split.exDate <= date) continue;
    today *= Number(split.numerator);
    then *= Number(split.denominator);
  }
  return { today, then };
}

/** Japan: end of March and September. United States: every quarter. China: once, in June or July. */
function dividendDates(company: Company, character: Character): string[] {
  if (company.dividendPercent === 0) return [];
  const dates: string[] = [];
  const offset = character.entity % 27;
  for (let year = Number(historyStart.slice(0, 4)); year <= lastYear; year += 1) {
    if (company.market === "jpy") dates.push(`${year}-03-28`, `${year}-09-28`);
    if (company.market === "cny")
      dates.push(`${year}-${offset < 14 ? "06" : "07"}-${two(3 + offset)}`);
    if (company.market === "usd") {
      const firstMonth = 1 + (character.entity % 3);
      for (let month = firstMonth; month <= 12; month += 3) {
        dates.push(`${year}-${two(month)}-${two(2 + offset)}`);
      }
    }
  }
  return dates.filter((date) => date > historyStart);
}

const paymentsPerYear = { jpy: 2, usd: 4, cny: 1 } as const;
/** Half a yen, a cent, a fen, in units of Price. */
const dividendStep = { jpy: 5_000, usd: 100, cny: 100 } as const;

function dividendPerShare(company: Company, character: Character, exDate: string): number {
  const { today, then } = sharesAhead(company, exDate);
  const raw = (anchorValue(company, character, dayNumber(exDate)) * today) / then;
  const step = dividendStep[company.market];
  const payment = (raw * company.dividendPercent) / 100 / paymentsPerYear[company.market];
  return Math.floor(payment / step + 0.5) * step;
}

function effective(
  calendar: TradingCalendar,
  exDate: string,
  action: (date: string) => CorporateAction,
): DatedAction {
  const before = calendar.indexOfDate(exDate);
  const index = calendar.dateAt(Math.max(0, before)) === exDate ? before : before + 1;
  return { ...action(calendar.dateAt(index)), index };
}

function two(value: number): string {
  return value.toString().padStart(2, "0");
}
