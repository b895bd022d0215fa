import { Change, directionOf, FlashingPrice, Skeleton, classNames } from "@sanshi/ui";
import { settlementCurrency } from "@sanshi/money";
import { QuoteAge } from "../../../shared/quote-age.tsx";
import { sessionState } from "../../../shared/session-state.ts";
import { sessionWords } from "../../../shared/session-words.ts";
import { useText } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useLiveStock, type StockDetail } from "./stock-queries.ts";
import styles from "./price-head.module.css";

/** The figure that the screen is about, its change, and whether the market trades. */
export function PriceHead({ stock }: { stock: StockDetail }) {
  const t = useText("stock");
  const live = useLiveStock(stock);
  return (
    <section className={styles["head"]} aria-label={t("current_price")}>
      <p className={classNames(styles["price"], styles[directionOf(live.change)])}>
        <FlashingPrice value={live.price} />
        <span className={styles["currency"]}>{settlementCurrency(stock.type)}</span>
      </p>
      <p className={styles["change"]}>
        <Change change={live.change} percent={live.changePercent} />
        <QuoteAge at={live.at} open={stock.market.open && !stock.halted} />
      </p>
      <Session stock={stock} />
    </section>
  );
}

export function PriceHeadWaiting() {
  return (
    <div className={styles["head"]} aria-busy="true">
      <p className={styles["price"]}>
        <Skeleton width="11rem" height="2.25rem" />
      </p>
      <p className={styles["change"]}>
        <Skeleton width="8rem" />
      </p>
      <p className={styles["session"]}>
        <Skeleton width="6rem" height="0.8125rem" />
      </p>
    </div>
  );
}

function Session({ stock }: { stock: StockDetail }) {
  const t = useText("market");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const state = sessionState({ type: stock.type, ...stock.market }, serverNow(), zone);
  const hasEnded = stock.end?.ended === true;
  const trading = stock.market.open && !stock.halted;
  return (
    <p className={styles["session"]}>
      <span className={classNames(styles["dot"], trading && styles["trading"])} />
      {hasEnded
        ? t("session_ended")
        : stock.halted
          ? t("session_halted")
          : sessionWords(state, stock.market.calendar_status)}
    </p>
  );
}
