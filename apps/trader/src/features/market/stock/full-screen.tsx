import { Change, classNames, directionOf, FlashingPrice } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import type { ReactNode } from "react";
import { arePricesForeseeable, isSimulated } from "../../../shared/config.ts";
import { useText } from "../../../shared/text.ts";
import { ChartIcon } from "./chart-icon.tsx";
import { FullChart } from "./full-chart.tsx";
import { useLiveStock, type StockDetail } from "./stock-queries.ts";
import styles from "./full-chart.module.css";

type FullScreenProps = {
  detail: StockDetail | undefined;
  onClose: () => void;
  /** The chart, with what stands before its periods: the page's own, so that it comes once. */
  children: (lead: ReactNode) => ReactNode;
};

/** The chart on the whole screen, under the stock's name and price. */
export default function FullScreen({ detail, onClose, children }: FullScreenProps) {
  const t = useText("stock");
  const chart = useText("chart");
  const shell = useText("shell");
  return (
    <FullChart label={t("chart")} onClose={onClose}>
      {/* Over the mark that every screen has. */}
      {isSimulated() && (
        <div className="simulated">
          {shell(arePricesForeseeable() ? "simulated_foreseeable" : "simulated")}
        </div>
      )}
      {children(
        <div className={styles["lead"]}>
          <button
            type="button"
            className={styles["close"]}
            aria-label={chart("close_full")}
            title={chart("close_full")}
            onClick={onClose}
          >
            <ChartIcon name="shrink" />
          </button>
          {detail !== undefined && <Name stock={detail} />}
        </div>,
      )}
    </FullChart>
  );
}

function Name({ stock }: { stock: StockDetail }) {
  const live = useLiveStock(stock);
  return (
    <p className={styles["stock"]}>
      <span className={styles["name"]}>{inLanguage(stock.names)}</span>
      <span className={styles["figures"]}>
        <span className={classNames(styles[directionOf(live.change)])}>
          <FlashingPrice value={live.price} />
        </span>
        <Change percent={live.changePercent} />
      </span>
    </p>
  );
}
