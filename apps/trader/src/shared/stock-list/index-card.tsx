import type { Calls, CallOutput } from "@sanshi/contract";
import { Change, FlashingPrice } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useIndexQuote } from "../quotes.ts";
import { useText } from "../text.ts";
import { newestQuote } from "./shown-quote.ts";
import styles from "./index-card.module.css";

type IndexRow = CallOutput<Calls["/market/indexes"]>[number];

/** An index as a card: its name, its level, its move. Ticks. */
export function IndexCard({ row }: { row: IndexRow }) {
  const quote = useIndexLevel(row);
  return (
    <div className={styles["card"]}>
      <span className={styles["name"]}>{inLanguage(row.names)}</span>
      <FlashingPrice value={quote.price} className={styles["level"] ?? ""} />
      <Change percent={quote.changePercent} className={styles["change"] ?? ""} />
    </div>
  );
}

/** The same in a ranking of indices. */
export function IndexLine({ row, rank }: { row: IndexRow; rank: number }) {
  const t = useText("shell");
  const quote = useIndexLevel(row);
  return (
    <div className={styles["line"]}>
      <span className={styles["rank"]}>{rank}</span>
      <span className={styles["names"]}>
        <span className={styles["lineName"]}>{inLanguage(row.names)}</span>
        <span className={styles["market"]}>{t(`market_${row.type}`)}</span>
      </span>
      <span className={styles["figures"]}>
        <FlashingPrice value={quote.price} className={styles["lineLevel"] ?? ""} />
        <Change
          change={quote.change}
          percent={quote.changePercent}
          className={styles["change"] ?? ""}
        />
      </span>
    </div>
  );
}

/** Stands where a card will stand. */
export function IndexCardWaiting() {
  return <div className={styles["card"]} data-waiting="" aria-hidden="true" />;
}

function useIndexLevel(row: IndexRow) {
  const live = useIndexQuote(row.type, row.code);
  return newestQuote({ ...row, price: row.level }, live);
}
