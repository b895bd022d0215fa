import { daysAfter } from "@sanshi/rulebook";
import type { LeftOut } from "./left-out.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import type { RecordedEnd, RecordedStock } from "./recorded-stock.ts";
import type { TradedDays } from "./told-actions.ts";

/** An exchange tells it about a month before. */
const toldDaysBefore = 30;
/** A stock without a bar on the record's last days may be suspended; on more of them it is not traded any more. */
const daysMissingMin = 5;

/**
 * The end that the files tell, where the prices agree with it; otherwise that of a stock whose prices stop while its
 * market trades on. Whatever is not applied is named, and so is an end that no file tells.
 */
export function recordedEnd(
  { instrument: { market, code }, days, toldEnds }: RecordedStock,
  marketDays: TradedDays,
  leaveOut: (what: LeftOut) => void,
): RecordedEnd | null {
  const [firstDay, lastDay] = [days.dayAt(0), days.dayAt(days.length - 1)];
  const ofMarket = marketDays.of(market);
  const recordEnds = ofMarket.at(-1) ?? lastDay;
  let found: RecordedEnd | null = null;
  for (const told of toldEnds) {
    const { file, line, kind, date, target, cashPrice } = told;
    const day = ofMarket[marketDays.indexAt(market, dayNumberOf(date))];
    if (day === undefined || day < firstDay) leaveOut({ file, line, reason: "end_before_record" });
    else if (dayNumberOf(date) > recordEnds) leaveOut({ file, line, reason: "end_after_record" });
    else if (day < lastDay) leaveOut({ file, line, reason: "trades_on" });
    else if (found !== null) {
      const isSame = found.lastTradingDay === dateOf(day) && termsKey(found) === termsKey(told);
      if (!isSame) leaveOut({ file, line, reason: "other_end" });
    } else {
      const lastTradingDay = dateOf(day);
      const knownFrom = daysAfter(lastTradingDay, -toldDaysBefore);
      found = {
        ...{ kind, lastTradingDay, knownFrom },
        ...(target !== undefined && { target }),
        ...(cashPrice !== undefined && { cashPrice }),
      };
    }
  }
  const missing = ofMarket.length - 1 - marketDays.indexAt(market, lastDay);
  if (found !== null || missing < daysMissingMin) return found;
  leaveOut({ file: code, line: 0, reason: "prices_stop" });
  const lastTradingDay = dateOf(lastDay);
  return { kind: "delisted", lastTradingDay, knownFrom: lastTradingDay };
}

function termsKey({ target, cashPrice }: Pick<RecordedEnd, "target" | "cashPrice">): string {
  const ratio = target && `${target.code} ${target.ratio.numerator}:${target.ratio.denominator}`;
  return `${ratio ?? ""} ${cashPrice ?? ""}`;
}
