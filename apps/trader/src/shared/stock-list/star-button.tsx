import type { StockRow } from "@sanshi/contract";
import { Icon } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import styles from "./star-button.module.css";
import { startWatching, stockKeyOf, stopWatching } from "./watching.ts";

type StarButtonProps = { row: StockRow; watched: ReadonlySet<string> | null };

/** Puts a stock on the watchlist and takes it off again. */
export function StarButton({ row, watched }: StarButtonProps) {
  const t = useText("market");
  const isWatched = watched?.has(stockKeyOf(row)) === true;
  const name = inLanguage(row.names);
  const toggle = async () => {
    const done = isWatched ? await stopWatching(row) : await startWatching(row);
    if (done) toast(t(isWatched ? "unwatched" : "watched", { name }));
  };
  return (
    <button
      type="button"
      className={styles["star"]}
      aria-pressed={isWatched}
      aria-label={t("watch_stock", { name })}
      disabled={watched === null}
      onClick={() => void toggle()}
    >
      <Icon name="star" filled={isWatched} size={22} />
    </button>
  );
}
