import { divide, exactPerShare, price, type Price } from "@sanshi/money";
import type { CorporateAction, FeedEnd, Instrument } from "../market-feed.ts";
import { dateOf } from "./day-numbers.ts";
import type { DaySeries } from "./day-series.ts";
import type { AdjustmentKind } from "./derived-actions.ts";
import type { RecordedBar } from "./recorded-rows.ts";

/** One stock as it was recorded; bars oldest first. */
export type RecordedStock = {
  instrument: Instrument;
  days: DaySeries;
  minutes: RecordedBar[];
  /** Bars of New York's extended hours, on days that the record has. */
  extended: RecordedBar[];
  /** What the files tell, each as often as it stands in one. */
  told: ToldAction[];
  /** What is made of that, or of the days where no file tells anything. */
  actions: CorporateAction[];
  /** The last trading days that the files tell, and what is made of them and of the bars. */
  toldEnds: ToldEnd[];
  end: RecordedEnd | null;
  /** What the file tells beside its closes, until the actions are made of it. */
  adjustment: AdjustmentKind | null;
  /** What a day's limits stand on, by the day, where a file says it: the exchange's own base price. */
  bases: Map<number, Price>;
  /** The file whose name is its code and no exchange; null once any file says that it is Tokyo's. */
  assumedIn: string | null | undefined;
};

/** `adds` to the shares of before the day, with whatever else adds to them on it: bonus shares, a conversion. */
export type ToldAction = { file: string; line: number; action: CorporateAction; adds?: true };

/** `date` is the last trading day, as it is written. */
export type ToldEnd = Pick<FeedEnd, "kind" | "target" | "cashPrice"> & {
  file: string;
  line: number;
  date: string;
};

/** A stock's end in a record, and from which of the record's dates on it is known. */
export type RecordedEnd = Pick<FeedEnd, "kind" | "lastTradingDay" | "target" | "cashPrice"> & {
  knownFrom: string;
};

/** The same for actions that say the same. */
export function keyOfAction(action: CorporateAction): string {
  const { exDate } = action;
  return action.kind === "split"
    ? `${exDate} ${action.numerator}/${action.denominator}`
    : `${exDate} ${exactPerShare(action)}`;
}

/** The day's own bar; null of a day that has none. */
export function barOn(days: DaySeries, day: number): RecordedBar | null {
  const index = days.indexAt(day);
  return index >= 0 && days.dayAt(index) === day ? days.bar(index) : null;
}

/** The exchange's own previous close where a file has it, else the last close without a split or a dividend. */
export function baseOf(
  { days, actions }: Pick<RecordedStock, "days" | "actions">,
  day: number,
  first: RecordedBar | null,
): Price {
  if (first?.previousClose) return first.previousClose;
  const before = days.indexAt(day - 1);
  if (before < 0) return first?.open ?? price(1n);
  const { tradingDate, close } = days.bar(before);
  const date = dateOf(day);
  let base: bigint = close;
  for (const action of actions) {
    if (action.exDate <= tradingDate || action.exDate > date) continue;
    if (action.kind === "dividend") base -= action.perShare;
    else base = divide(base * action.denominator, action.numerator, "half_up");
  }
  return price(base > 0n ? base : close);
}
