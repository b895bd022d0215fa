import { Change, directionOf, FlashingPrice, Skeleton, classNames } from "@sanshi/ui";
import { settlementCurrency } from "@sanshi/money";
import { QuoteAge } from "../../shared/quote-age.tsx";
import { useText } from "../../shared/text.ts";
import { serverNow, showTime } from "../../shared/times.ts";
import { sessionWords, type SessionWords } from "./session-words.ts";
import { calendarDate } from "./stock-figures-format.ts";
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
  const t = useText("stock");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const words = sessionWords(stock, serverNow(), zone);
  const trading = stock.market.open && !stock.halted;
  return (
    <p className={styles["session"]}>
      <span className={classNames(styles["dot"], trading && styles["trading"])} />
      {sessionText(words, t)}
    </p>
  );
}

function sessionText(words: SessionWords, t: ReturnType<typeof useText<"stock">>): string {
  switch (words.kind) {
    case "open":
    case "lunch":
      return t(`session_${words.kind}`, { time: showTime(words.at) });
    case "closed": {
      const time = showTime(words.at);
      if (words.day === "today") return t("session_closed", { time });
      if (words.day === "tomorrow")
        return t("session_closed", { time: t("tomorrow_at", { time }) });
      return t("session_closed", { time: `${calendarDate(localDate(words.at))} ${time}` });
    }
    default:
      return t(`session_${words.kind}`);
  }
}

/** The customer's own date of a moment, `2026-11-24`. */
function localDate(iso: string): string {
  return new Intl.DateTimeFormat("sv-SE").format(new Date(iso));
}
