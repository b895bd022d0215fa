import type { IndicatorCreate, IndicatorFigure } from "klinecharts";
import {
  bollingerLengths,
  kdjLengths,
  macdLengths,
  rsiLengths,
  volumeLength,
  type IndicatorCustom,
} from "./indicator-lengths.ts";
import type { SubIndicator } from "./indicators.ts";

/** The names of MACD's line, of its signal and of the distance of both, as the reader's language has them. */
export type MacdNames = readonly [line: string, signal: string, histogram: string];

export type SubStyle = {
  custom: IndicatorCustom;
  macdNames: MacdNames;
  volumeName: string;
  priceDigits: number;
};

/** Apart from klinecharts' own of the same names. */
export const ownNames = { MACD: "OWN_MACD", RSI: "OWN_RSI", KDJ: "OWN_KDJ" } as const;

/** An average of prices has one decimal more than the prices. */
export function averageDigits(priceDigits: number): number {
  return priceDigits + 1;
}

/** What klinecharts draws under the candles: each line is named with its length. */
export function subIndicator(sub: SubIndicator, style: SubStyle): IndicatorCreate {
  const place = { id: "sub", paneId: "sub" };
  switch (sub) {
    case "VOL":
      return {
        ...place,
        name: "VOL",
        shortName: "",
        calcParams: [],
        precision: 0,
        shouldFormatBigNumber: true,
        figures: [{ ...volumeBar, title: `${style.volumeName}: ` }],
      };
    case "OBV":
      return {
        ...place,
        name: "OBV",
        calcParams: [volumeLength],
        precision: 0,
        shouldFormatBigNumber: true,
        figures: [line("obv", "OBV"), line("maObv", `MA${volumeLength}`)],
      };
    case "MACD": {
      const [short, long, signal] = macdLengths;
      const [lineName, signalName, histogramName] = style.macdNames;
      return {
        ...place,
        name: ownNames.MACD,
        shortName: "",
        calcParams: [style.custom === "chinese" ? 2 : 1],
        precision: averageDigits(style.priceDigits),
        figures: [
          line("line", `${lineName}(${short},${long})`),
          line("signal", `${signalName}(${signal})`),
          { ...histogram, title: `${histogramName}: ` },
        ],
      };
    }
    case "RSI": {
      const lengths = rsiLengths[style.custom];
      return {
        ...place,
        name: ownNames.RSI,
        shortName: "",
        calcParams: [...lengths],
        precision: 2,
        figures: lengths.map((length) => line(`rsi${length}`, `RSI${length}`)),
      };
    }
    case "KDJ":
      return {
        ...place,
        name: ownNames.KDJ,
        shortName: `KDJ(${kdjLengths.join()})`,
        precision: 2,
        figures: [line("k", "K"), line("d", "D"), line("j", "J")],
      };
  }
}

/** Bollinger's bands name their lengths too. */
export const bollingerFigures: IndicatorFigure[] = [
  line("up", `BOLL(${bollingerLengths.join()}) UP`),
  line("mid", "MID"),
  line("dn", "DN"),
];

function line(key: string, title: string): IndicatorFigure {
  return { key, title: `${title}: `, type: "line" };
}

/** Of the colour of its candle. */
const volumeBar: IndicatorFigure = {
  key: "volume",
  type: "bar",
  baseValue: 0,
  styles: ({ data, indicator, defaultStyles }) => {
    const { open = 0, close = 0 } = (data.current ?? {}) as { open?: number; close?: number };
    const bars = indicator.styles?.bars?.[0] ?? defaultStyles?.bars[0];
    const side = close > open ? "upColor" : close < open ? "downColor" : "noChangeColor";
    return { color: bars?.[side] ?? "" };
  },
};

/** Hollow while it grows, and of the colour of a rise above zero. */
const histogram: IndicatorFigure = {
  key: "histogram",
  type: "bar",
  baseValue: 0,
  styles: ({ data, indicator, defaultStyles }) => {
    const at = (bar: unknown) => (bar as { histogram?: number } | null | undefined)?.histogram;
    const value = at(data.current) ?? 0;
    const bars = indicator.styles?.bars?.[0] ?? defaultStyles?.bars[0];
    const side = value > 0 ? "upColor" : value < 0 ? "downColor" : "noChangeColor";
    const color = bars?.[side] ?? "";
    const grows = (at(data.prev) ?? -Infinity) < value;
    return { style: grows ? "stroke" : "fill", color, borderColor: color };
  },
};
