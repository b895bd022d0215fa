import { dayMs } from "@sanshi/contract/constants";
import type { CandlePeriod, AdjustMode } from "@sanshi/contract";
import {
  mainIndicators,
  subIndicators,
  type MainIndicator,
  type SubIndicator,
} from "@sanshi/chart";

/** What the tabs over the chart offer, in their order. */
export const chartViews = [
  "timeshare",
  "1m",
  "5m",
  "15m",
  "30m",
  "day",
  "week",
  "month",
  "year",
  "1w",
  "1mo",
  "3mo",
  "6mo",
] as const;
export type ChartView = (typeof chartViews)[number];
export type CandleView = Exclude<ChartView, "timeshare">;

/** What a customer has chosen; kept under the specification's key `stock`. */
export type ChartChoice = {
  view: ChartView;
  adjust: AdjustMode;
  main: MainIndicator;
  sub: SubIndicator;
};

export const firstChoice: ChartChoice = {
  view: "timeshare",
  adjust: "forward",
  main: "MA",
  sub: "VOL",
};

type CandleSource = {
  period: CandlePeriod;
  /** How many bars are asked for at first. */
  limit: number;
  /** The span that fills the width; null shows bars of a readable width. */
  days: number | null;
};

/** As many bars for every view of a period: an exponential average goes on from the first of them. */
const dayBars = 400;
const halfHourBars = 400;

/** A range is drawn with the period that gives it 20 to 400 bars; more come for the long averages. */
const sources: Record<CandleView, CandleSource> = {
  "1m": { period: "1m", limit: 240, days: null },
  "5m": { period: "5m", limit: 240, days: null },
  "15m": { period: "15m", limit: 240, days: null },
  "30m": { period: "30m", limit: halfHourBars, days: null },
  day: { period: "day", limit: dayBars, days: null },
  week: { period: "week", limit: 240, days: null },
  month: { period: "month", limit: 240, days: null },
  year: { period: "year", limit: 60, days: null },
  "1w": { period: "30m", limit: halfHourBars, days: 7 },
  "1mo": { period: "day", limit: dayBars, days: 31 },
  "3mo": { period: "day", limit: dayBars, days: 92 },
  "6mo": { period: "day", limit: dayBars, days: 183 },
};

export function candleSource(view: CandleView): CandleSource {
  return sources[view];
}

const barsMax = 1_000;
/** After so many of its lengths an exponential average no longer shows where it began. */
const lengthsToSettle = 5;

/** How many bars are asked for at first: enough for the averages that are drawn, and as many on each tab of a period. */
export function barsAtFirst(
  view: CandleView,
  { main, averageLengths }: { main: MainIndicator; averageLengths: readonly number[] },
): number {
  const { limit } = sources[view];
  if (main !== "EMA") return limit;
  return Math.min(barsMax, Math.max(limit, lengthsToSettle * Math.max(...averageLengths)));
}

/** How many of the bars lie in the view's range; null for a view without one. */
export function barsInRange(view: CandleView, bars: readonly { time: number }[]): number | null {
  const { days } = sources[view];
  const last = bars.at(-1);
  if (days === null || last === undefined) return null;
  return bars.filter((bar) => bar.time > last.time - days * dayMs).length;
}

/** Whatever an older version or another hand has stored, a whole choice comes out. */
export function readChoice(stored: unknown): ChartChoice {
  const found: Partial<Record<keyof ChartChoice, unknown>> =
    typeof stored === "object" && stored !== null ? stored : {};
  return {
    view: oneOf(chartViews, found.view) ?? firstChoice.view,
    adjust: oneOf(["none", "forward", "backward"] as const, found.adjust) ?? firstChoice.adjust,
    main: oneOf(mainIndicators, found.main) ?? firstChoice.main,
    sub: oneOf(subIndicators, found.sub) ?? firstChoice.sub,
  };
}

type Stored = Readonly<Record<string, unknown>>;

/** When an own choice was made, in milliseconds; 0 where nothing was chosen, or before this was kept. */
export function chosenAt(stored: Stored, account: string): number {
  const at = ownOf(stored, account)?.["at"];
  return typeof at === "number" && Number.isSafeInteger(at) && at > 0 ? at : 0;
}

/** Whether the account itself has chosen here, rather than the device before it. */
export function hasChosen(stored: Stored, account: string): boolean {
  return ownOf(stored, account) !== undefined;
}

/** Whose choices are kept; the one that has not chosen for longest makes room. */
const accountsMax = 8;

/** What an account has chosen, or what was chosen on this device before accounts had their own. */
export function chosenBy(stored: Stored, account: string): unknown {
  return ownOf(stored, account) ?? stored["chart"];
}

/** The accounts' choices with this one's, the newest last. */
export function withChosen(
  stored: Stored,
  account: string,
  choice: ChartChoice,
  at: number,
): readonly Stored[] {
  const others = accountsOf(stored).filter((one) => one["account"] !== account);
  return [...others, { account, ...choice, at }].slice(-accountsMax);
}

function ownOf(stored: Stored, account: string): Stored | undefined {
  return accountsOf(stored).find((one) => one["account"] === account);
}

function accountsOf(stored: Stored): readonly Stored[] {
  const found = stored["charts"];
  return Array.isArray(found) ? found.filter(isObject) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | null {
  return values.find((one) => one === value) ?? null;
}
