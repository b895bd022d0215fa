import { decimalPattern } from "@sanshi/money";
import type { Language } from "@sanshi/web/language";

type Unit = readonly [digits: number, sign: string];

/** Largest first. Japanese and Chinese count in ten thousands, English in thousands. */
const units: Record<Language, readonly Unit[]> = {
  jp: [
    [12, "兆"],
    [8, "億"],
    [4, "万"],
  ],
  cn: [
    [12, "万亿"],
    [8, "亿"],
    [4, "万"],
  ],
  us: [
    [12, "T"],
    [9, "B"],
    [6, "M"],
    [3, "K"],
  ],
};

/**
 * A large wire decimal in three to four digits, as a market screen shows turnover and volume:
 * `1,234億`, `3.21亿`, `45.6M`. Further digits are cut, so that a figure is never shown too large.
 * Anything that is not a number is a dash.
 */
export function compactFigure(text: string | null | undefined, language: Language): string {
  if (text === null || text === undefined || !decimalPattern.test(text)) return "–";
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const unit = units[language].find(([digits]) => whole.length > digits);
  const sign = negative && /[1-9]/.test(whole + fraction) ? "−" : "";
  if (unit === undefined) return sign + group(whole) + fractionOf(whole, fraction);
  const [digits, name] = unit;
  const head = whole.slice(0, -digits);
  return sign + group(head) + fractionOf(head, whole.slice(-digits)) + name;
}

/** Three digits in all: `1.23`, `12.3`, `123`. */
function fractionOf(whole: string, rest: string): string {
  if (whole.length >= 3) return "";
  const shown = rest.slice(0, 3 - whole.length).replace(/0+$/, "");
  return shown === "" ? "" : `.${shown}`;
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ",");
}
