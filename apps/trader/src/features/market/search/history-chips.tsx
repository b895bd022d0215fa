import { Icon } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { rememberStock } from "../../../shared/stock-list/last-seen.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./history-chips.module.css";
import { entryKey, type HistoryStock } from "./search-history.ts";
import { addToHistory, clearHistory, useSearchHistory } from "./search-memory.ts";

/** What was searched before: a stock opens, a word is searched again. */
export function HistoryChips({ onWord }: { onWord: (word: string) => void }) {
  const t = useText("search");
  const history = useSearchHistory();
  if (history.length === 0) return null;
  return (
    <section className={styles["history"]}>
      <div className={styles["head"]}>
        <h2>{t("history")}</h2>
        <button type="button" className={styles["clear"]} onClick={clearHistory}>
          {t("clear_history")}
        </button>
      </div>
      <ul className={styles["chips"]}>
        {history.map((entry) => (
          <li key={entryKey(entry)}>
            {typeof entry === "string" ? (
              <button type="button" className={styles["chip"]} onClick={() => onWord(entry)}>
                <Icon name="search" size={16} />
                {entry}
              </button>
            ) : (
              <StockChip stock={entry} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StockChip({ stock }: { stock: HistoryStock }) {
  const { type, code } = stock;
  const open = () => {
    rememberStock(stock);
    addToHistory(stock);
  };
  return (
    <a className={styles["chip"]} href={link(paths.stock({ type, code }))} onClick={open}>
      <span className={styles["name"]}>{inLanguage(stock.names)}</span>
      <span className={styles["code"]}>{code}</span>
    </a>
  );
}
