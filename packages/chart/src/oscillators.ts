/** Figures of one bar each, from the oldest; a figure is missing where too few bars came before. */
type Figures<Key extends string> = Partial<Record<Key, number>>;

type PriceBar = { high: number; low: number; close: number };

/**
 * Exponential averages with the weight 2 / (length + 1), the first of them the plain average of so many values: as
 * Wilder, Appel and all charts have them.
 */
export function exponentialAverages(
  values: readonly (number | undefined)[],
  length: number,
): (number | undefined)[] {
  const seed: number[] = [];
  let average: number | undefined;
  return values.map((value) => {
    if (value === undefined) return undefined;
    if (average !== undefined) {
      average += (2 / (length + 1)) * (value - average);
      return average;
    }
    seed.push(value);
    if (seed.length === length) average = mean(seed);
    return average;
  });
}

/**
 * Appel's MACD: the distance of two averages, its own average (the signal), and how far one is from the other, times a
 * factor: 1 in English and Japanese, 2 in Chinese, where it is called MACD and the others DIF and DEA.
 */
export function macdOf(
  closes: readonly number[],
  { lengths, factor }: { lengths: readonly [number, number, number]; factor: 1 | 2 },
): Figures<"line" | "signal" | "histogram">[] {
  const [short, long, signalLength] = lengths;
  const [quick, slow] = [exponentialAverages(closes, short), exponentialAverages(closes, long)];
  const lines = closes.map((_close, index) => difference(quick[index], slow[index]));
  const signals = exponentialAverages(lines, signalLength);
  return lines.map((line, index) => {
    const signal = signals[index];
    const distance = difference(line, signal);
    return {
      ...(line !== undefined && { line }),
      ...(signal !== undefined && { signal }),
      ...(distance !== undefined && { histogram: distance * factor }),
    };
  });
}

/** Wilder's RSI, 0 to 100; where nothing has moved at all it keeps what it was, and begins at 50. */
export function rsiOf(closes: readonly number[], length: number): (number | undefined)[] {
  let [rise, fall, last] = [0, 0, 50];
  return closes.map((close, index) => {
    const change = close - (closes[index - 1] ?? close);
    const [up, down] = [Math.max(0, change), Math.max(0, -change)];
    if (index <= length) {
      rise += up / length;
      fall += down / length;
    } else {
      rise += (up - rise) / length;
      fall += (down - fall) / length;
    }
    if (rise + fall > 0) last = (100 * rise) / (rise + fall);
    return index < length ? undefined : last;
  });
}

/** Lane's stochastics as Asia draws them, K and D begin at 50; a stock that stood locked keeps its last value. */
export function kdjOf(
  bars: readonly PriceBar[],
  [length, kLength, dLength]: readonly [number, number, number],
): Figures<"k" | "d" | "j">[] {
  let [k, d] = [50, 50];
  return bars.map(({ close }, index) => {
    if (index < length - 1) return {};
    const last = bars.slice(index - length + 1, index + 1);
    const high = Math.max(...last.map((bar) => bar.high));
    const low = Math.min(...last.map((bar) => bar.low));
    if (high > low) {
      k += ((100 * (close - low)) / (high - low) - k) / kLength;
      d += (k - d) / dLength;
    }
    return { k, d, j: 3 * k - 2 * d };
  });
}

function difference(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
