import type { DeepPartial, Styles } from "klinecharts";
import type { Direction } from "./tag-direction.ts";
import { textScale } from "./text-scale.ts";

/** The tokens that the canvas needs; CSS variables do not reach it by themselves. */
type Tokens = {
  up: string;
  down: string;
  text: string;
  muted: string;
  surface: string;
  raised: string;
  line: string;
  lineStrong: string;
  accent: string;
  warn: string;
  font: string;
};

const textSize = 11;

/** klinecharts' styles from the page's tokens as they are now. */
export function candleStyles(): DeepPartial<Styles> {
  const tokens = readTokens();
  return {
    grid: {
      horizontal: { color: tokens.line, style: "solid" },
      vertical: { show: false },
    },
    candle: candle(tokens),
    indicator: indicator(tokens),
    xAxis: axis(tokens),
    yAxis: axis(tokens),
    separator: { size: 1, color: tokens.line, fill: true, activeBackgroundColor: "transparent" },
    crosshair: {
      horizontal: crosshairLine(tokens),
      vertical: crosshairLine(tokens),
    },
  };
}

/** The last price's tag and line in one colour, whatever its bar did. */
export function tagStyles(direction: Direction): DeepPartial<Styles> {
  const { up, down, muted } = readTokens();
  const color = { up, down, flat: muted }[direction];
  const last = { upColor: color, downColor: color, noChangeColor: color };
  return { candle: { priceMark: { last } } };
}

/** Calls `repaint` whenever the page's theme or its up and down colours change. */
export function onTokensChange(repaint: () => void): () => void {
  const observer = new MutationObserver(repaint);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-rise"],
  });
  return () => observer.disconnect();
}

/** The page's tokens as they are now. */
export function readTokens(): Tokens {
  const computed = getComputedStyle(document.documentElement);
  const token = (name: string) => computed.getPropertyValue(name).trim();
  return {
    up: token("--up"),
    down: token("--down"),
    text: token("--text"),
    muted: token("--text-muted"),
    surface: token("--surface"),
    raised: token("--surface-raised"),
    line: token("--line"),
    lineStrong: token("--line-strong"),
    accent: token("--accent"),
    warn: token("--warn"),
    font: token("--font"),
  };
}

function candle(tokens: Tokens): DeepPartial<Styles["candle"]> {
  return {
    type: "candle_solid",
    bar: {
      upColor: tokens.up,
      downColor: tokens.down,
      noChangeColor: tokens.muted,
      upBorderColor: tokens.up,
      downBorderColor: tokens.down,
      noChangeBorderColor: tokens.muted,
      upWickColor: tokens.up,
      downWickColor: tokens.down,
      noChangeWickColor: tokens.muted,
    },
    priceMark: {
      // Written by `markExtremes`, not across lines.
      high: { show: false },
      low: { show: false },
      last: {
        upColor: tokens.up,
        downColor: tokens.down,
        noChangeColor: tokens.muted,
        text: { ...font(tokens), color: tokens.surface, borderRadius: 4 },
      },
    },
    // The values stand above the chart as text, where they can be read and selected.
    tooltip: { showRule: "none" },
  };
}

function indicator(tokens: Tokens): DeepPartial<Styles["indicator"]> {
  const faded = { upColor: fade(tokens.up), downColor: fade(tokens.down) };
  return {
    ohlc: { ...faded, noChangeColor: fade(tokens.muted) },
    bars: [{ ...faded, noChangeColor: fade(tokens.muted) }],
    lines: [tokens.warn, tokens.accent, tokens.muted, tokens.text, tokens.lineStrong].map(
      (color) => ({ color, size: 1.25, style: "solid", smooth: false, dashedValue: [2, 2] }),
    ),
    circles: [{ ...faded, noChangeColor: fade(tokens.muted) }],
    tooltip: {
      offsetTop: 2,
      offsetLeft: 0,
      title: {
        ...font(tokens),
        showParams: false,
        color: tokens.muted,
        marginLeft: 4,
        marginTop: 2,
        marginRight: 4,
        marginBottom: 2,
      },
      legend: {
        ...font(tokens),
        color: tokens.muted,
        marginLeft: 4,
        marginTop: 2,
        marginRight: 4,
        marginBottom: 2,
        defaultValue: "–",
      },
    },
  };
}

function axis(tokens: Tokens): DeepPartial<Styles["xAxis"]> {
  return {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { ...font(tokens), color: tokens.muted, marginStart: 4, marginEnd: 4 },
  };
}

function crosshairLine(tokens: Tokens): DeepPartial<Styles["crosshair"]["vertical"]> {
  return {
    line: { color: tokens.muted, dashedValue: [3, 2] },
    text: {
      ...font(tokens),
      color: tokens.surface,
      backgroundColor: tokens.text,
      borderColor: tokens.text,
      borderRadius: 4,
    },
  };
}

function font(tokens: Tokens) {
  return { size: textSize * textScale(), family: tokens.font };
}

/** The tokens are six-digit hexadecimal colours; `opacity` are two digits more. */
export function fade(color: string, opacity = "a6"): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${opacity}` : color;
}
