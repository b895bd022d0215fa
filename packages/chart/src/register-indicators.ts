import { registerIndicator } from "klinecharts";
import { kdjLengths, macdLengths } from "./indicator-lengths.ts";
import { kdjOf, macdOf, rsiOf } from "./oscillators.ts";
import { ownNames } from "./sub-indicators.ts";

let registered = false;

/** klinecharts' own of these names double the histogram, average RSI plainly, and drop a locked stock's KDJ to 0. */
export function registerSubIndicators(): void {
  if (registered) return;
  registered = true;
  registerIndicator({
    name: ownNames.MACD,
    calc: (bars, { calcParams }) =>
      macdOf(
        bars.map(({ close }) => close),
        { lengths: macdLengths, factor: calcParams[0] === 2 ? 2 : 1 },
      ),
  });
  registerIndicator({
    name: ownNames.RSI,
    calc: (bars, { calcParams }) => {
      const closes = bars.map(({ close }) => close);
      const lines = calcParams.map((length) => ({ length, values: rsiOf(closes, Number(length)) }));
      return bars.map((_bar, index) =>
        Object.fromEntries(
          lines.flatMap(({ length, values }) => {
            const value = values[index];
            return value === undefined ? [] : [[`rsi${String(length)}`, value]];
          }),
        ),
      );
    },
  });
  registerIndicator({ name: ownNames.KDJ, calc: (bars) => kdjOf(bars, kdjLengths) });
}
