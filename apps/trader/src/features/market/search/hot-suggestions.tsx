import { useCall } from "../../../shared/queries.ts";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { StarButton } from "../../../shared/stock-list/star-button.tsx";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { useWatchedKeys } from "../../../shared/stock-list/watching.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./hot-suggestions.module.css";

const shown = 10;

/** What trades most in the chosen market, for somebody who does not know yet what to type. */
export function HotSuggestions() {
  const t = useText("search");
  const shell = useText("shell");
  const market = useChosenMarket();
  const hot = useCall("/market/hot", { type: market }, { quiet: true });
  const watched = useWatchedKeys();
  if (hot.isError || hot.data?.length === 0) return null;
  return (
    <section className={styles["hot"]}>
      <h2 className={styles["title"]}>{t("hot", { market: shell(`market_${market}`) })}</h2>
      {hot.data === undefined ? (
        <StockLinesWaiting count={shown} shape="stacked" />
      ) : (
        hot.data
          .slice(0, shown)
          .map((row) => (
            <StockLine
              key={row.code}
              row={row}
              shape="stacked"
              after={<StarButton row={row} watched={watched} />}
            />
          ))
      )}
    </section>
  );
}
