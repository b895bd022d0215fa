import { Icon } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { setWatched, type StockDetail } from "./stock-queries.ts";
import styles from "./watch-button.module.css";

/** The star: filled when the stock is on the watchlist. */
export function WatchButton({ stock }: { stock: StockDetail }) {
  const t = useText("stock");
  const toggle = async () => {
    const watched = !stock.watched;
    if (await setWatched(stock, watched)) toast(t(watched ? "watched" : "unwatched"));
  };
  return (
    <button
      type="button"
      className={styles["star"]}
      aria-label={t("watch")}
      aria-pressed={stock.watched}
      onClick={() => void toggle()}
    >
      <Icon name="star" filled={stock.watched} />
    </button>
  );
}
