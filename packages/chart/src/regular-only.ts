import type { Chart, IndicatorTemplate, KLineData } from "klinecharts";

/** An indicator is reckoned from the bars of the regular hours alone: those of extended hours are not there for it. */
export function keepToRegular(chart: Chart, id: string): void {
  const [indicator] = chart.getIndicators({ id });
  if (indicator === undefined) return;
  const { name: own, calc } = indicator;
  chart.overrideIndicator({ name: own, id, calc: regularOnly(calc) });
}

type Calc = IndicatorTemplate["calc"];

export function regularOnly(calc: Calc): Calc {
  return async (bars, indicator) => {
    const regular = bars.filter((bar) => !isExtended(bar));
    const values = await calc(regular, indicator);
    let index = 0;
    return bars.map((bar) => (isExtended(bar) ? {} : (values[index++] ?? {})));
  };
}

export function isExtended(bar: KLineData): boolean {
  return bar["isExtended"] === true;
}
