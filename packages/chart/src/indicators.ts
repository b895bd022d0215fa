/** Drawn with the candles, volume at their foot; `none` leaves them alone. */
export const mainIndicators = ["MA", "EMA", "BOLL", "VOL", "none"] as const;
export type MainIndicator = (typeof mainIndicators)[number];

/** Drawn in a pane of its own under the candles. */
export const subIndicators = ["VOL", "MACD", "KDJ", "RSI", "OBV"] as const;
export type SubIndicator = (typeof subIndicators)[number];
