import type { SubIndicator } from "./indicators.ts";

/** The customary lengths, in bars. The moving averages' differ by market and come from outside. */
export const indicatorLengths: Record<Exclude<SubIndicator, "VOL"> | "BOLL", readonly number[]> = {
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  KDJ: [9, 3, 3],
  RSI: [6, 12, 24],
  OBV: [30],
};
