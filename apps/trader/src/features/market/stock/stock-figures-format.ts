import { settlementCurrency, type MarketKey } from "@sanshi/money";
import { locale } from "@sanshi/web/language";
import { timeZones } from "../../../shared/session-state.ts";

/** Compact figures have no commas by themselves below five digits. */
const compact = {
  notation: "compact",
  maximumFractionDigits: 1,
  useGrouping: "always",
} as const;

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** `1,561.9万`, `15.6M`: for axes and narrow cells, where the exact figure stands elsewhere. */
export function compactNumber(value: number): string {
  return kept("compact", () => {
    return new Intl.NumberFormat(locale(), compact);
  }).format(value);
}

/** `￥385.1億`, `$13.2B`. */
export function compactMoney(value: string, market: MarketKey): string {
  const formatter = kept(`money ${market}`, () => {
    return new Intl.NumberFormat(locale(), {
      style: "currency",
      currency: settlementCurrency(market),
      ...compact,
    });
  });
  return formatter.format(Number(value));
}

/** A price on an axis: the decimals of the market's tick. */
export function axisPrice(value: number, digits: number): string {
  return kept(`price ${digits}`, () => {
    return new Intl.NumberFormat(locale(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  }).format(value);
}

/** `+1.25%` with a true minus sign. */
export function signedPercent(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === "0.00") return "0.00%";
  return `${value > 0 ? "+" : "−"}${text}%`;
}

/** How many decimals a tick has; at least two, like every price on the screen. */
export function priceDigits(tick: string): number {
  const decimals = tick.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return Math.max(2, decimals);
}

type TimeShape = "time" | "seconds" | "date" | "dateTime" | "month" | "year" | "axisDateTime";

const shapes: Record<TimeShape, Intl.DateTimeFormatOptions> = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  date: { year: "numeric", month: "2-digit", day: "2-digit" },
  dateTime: {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  axisDateTime: {
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  month: { year: "numeric", month: "2-digit" },
  year: { year: "numeric" },
};

/** A moment as the clock and calendar of the exchange show it. */
export function exchangeTime(at: number, market: MarketKey, shape: TimeShape): string {
  const formatter = kept(`${shape} ${market}`, () => {
    return new Intl.DateTimeFormat(locale(), { timeZone: timeZones[market], ...shapes[shape] });
  });
  return formatter.format(at);
}

/** How far the exchange's clock is ahead of UTC at a moment, in milliseconds. */
export function clockOffsetMs(market: MarketKey, at: number): number {
  const parts = kept(`offset ${market}`, () => {
    return new Intl.DateTimeFormat("sv-SE", {
      timeZone: timeZones[market],
      dateStyle: "short",
      timeStyle: "medium",
    });
  }).format(at);
  return Date.parse(`${parts.replace(" ", "T")}Z`) - Math.floor(at / 1000) * 1000;
}

/** Whether the exchange's clock differs from the customer's. */
export function isForeignClock(market: MarketKey, at: number): boolean {
  const here = kept("here", () => new Intl.DateTimeFormat(locale(), shapes.dateTime));
  return here.format(at) !== exchangeTime(at, market, "dateTime");
}

function kept<Formatter extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Formatter,
): Formatter {
  const name = `${locale()} ${key}`;
  const known = formatters.get(name);
  if (known !== undefined) return known as Formatter;
  const made = make();
  formatters.set(name, made);
  return made;
}
