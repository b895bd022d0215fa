import { barTimeOf, groupFills, type Bar } from "@sanshi/chart";
import { displayDecimal } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import { ChartTable } from "./chart-table.tsx";
import { fillsCell, type OwnFills } from "./own-fills.tsx";
import { pageHeight } from "./plot-frame.tsx";
import { axisPrice } from "./stock-figures-format.ts";

type BarTableProps = {
  label: string;
  bars: readonly Bar[];
  digits: number;
  own: OwnFills;
  formatTime: (at: number) => string;
};

/** The candles as figures. */
export function BarTable({ label, bars, digits, own, formatTime }: BarTableProps) {
  const t = useText("stock");
  const times = bars.map((bar) => bar.time);
  const fills = groupFills(own.fills, ({ at }) => barTimeOf(times, at));
  const hasOwn = fills.size > 0;
  return (
    <ChartTable
      caption={label}
      columns={[
        t("date"),
        t("open"),
        t("high"),
        t("low"),
        t("close"),
        t("volume"),
        ...(hasOwn ? [t("own_fills")] : []),
      ]}
      count={bars.length}
      heightMin={pageHeight}
      row={(index) => {
        const bar = bars[bars.length - 1 - index];
        if (bar === undefined) return { key: index, cells: [] };
        const prices = [bar.open, bar.high, bar.low, bar.close];
        return {
          key: bar.time,
          cells: [
            formatTime(bar.time),
            ...prices.map((price) => axisPrice(price, digits)),
            displayDecimal(String(bar.volume), 0, 0),
            ...(hasOwn ? [fillsCell(fills.get(bar.time), digits, t)] : []),
          ],
        };
      }}
    />
  );
}
