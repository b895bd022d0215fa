/** Drawn with the candles, volume at their foot; `none` leaves them alone. */
export const mainIndicators = ["MA", "EMA", "BOLL", "VOL", "none"] as const;
export type MainIndicator = (typeof mainIndicators)[number];

/** Drawn in a pane of its own under the candles. */
export const subIndicators = ["VOL", "MACD", "KDJ", "RSI", "OBV"] as const;
export type SubIndicator = (typeof subIndicators)[number];

/** The customary lengths, in bars. The moving averages' differ by market and come from outside. */
export const indicatorLengths: Record<Exclude<SubIndicator, "VOL"> | "BOLL", readonly number[]> = {
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  KDJ: [9, 3, 3],
  RSI: [6, 12, 24],
  OBV: [30],
};
