import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Change, FlashingPrice } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useCall } from "../../../shared/queries.ts";
import { useIndexQuote } from "../../../shared/quotes.ts";
import { newestQuote } from "../../../shared/stock-list/shown-quote.ts";
import { listMs } from "./list-interval.ts";
import styles from "./index-strip.module.css";

/** The market's own indices side by side, two lines high. Where they cannot be had, the list below says why. */
export function IndexStrip({ market }: { market: MarketKey }) {
  const indexes = useCall("/market/indexes", {}, { quiet: true, refetchInterval: listMs });
  const rows = indexes.data?.filter(({ type }) => type === market);
  if (rows?.length === 0 || (rows === undefined && indexes.isError)) return null;
  return (
    <div className={styles["strip"]} aria-busy={rows === undefined}>
      {rows?.map((row) => <IndexCell key={row.code} row={row} />) ?? (
        <>
          <div className={styles["cell"]} data-waiting="" />
          <div className={styles["cell"]} data-waiting="" />
        </>
      )}
    </div>
  );
}

function IndexCell({ row }: { row: CallOutput<Calls["/market/indexes"]>[number] }) {
  const live = useIndexQuote(row.type, row.code);
  const quote = newestQuote({ ...row, price: row.level }, live);
  return (
    <div className={styles["cell"]}>
      <span className={styles["name"]}>{inLanguage(row.names)}</span>
      <span className={styles["figures"]}>
        <FlashingPrice value={quote.price} className={styles["level"]} />
        <Change percent={quote.changePercent} className={styles["change"]} />
      </span>
    </div>
  );
}
