import type { StockRow } from "@sanshi/contract";
import { Change, FlashingPrice, Icon } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { useCall } from "../../../shared/queries.ts";
import { useQuote } from "../../../shared/quotes.ts";
import { rememberStock } from "../../../shared/stock-list/last-seen.ts";
import { newestQuote } from "../../../shared/stock-list/shown-quote.ts";
import { useText } from "../../../shared/text.ts";
import strip from "./home-screen.module.css";
import styles from "./watch-strip.module.css";

const shownMax = 10;

/** The watchlist's newest in one row that is swiped; of one height, whatever stands in it. */
export function WatchStrip({ enabled }: { enabled: boolean }) {
  const t = useText("home");
  const watchlist = useCall("/market/watchlist", {}, { quiet: true, enabled });
  const rows = watchlist.data;
  if (rows === undefined && watchlist.isError) return null;
  return (
    <section className={strip["section"]}>
      <div className={strip["sectionHead"]}>
        <h2>{t("watchlist")}</h2>
        <a className={strip["more"]} href={link(paths.watchlist)}>
          {t("see_all")}
          <Icon name="chevron" size={16} />
        </a>
      </div>
      {rows?.length === 0 ? (
        <a className={styles["empty"]} href={link(paths.search)}>
          <span className={styles["star"]}>
            <Icon name="star" />
          </span>
          {t("watchlist_empty")}
          <Icon name="chevron" size={18} />
        </a>
      ) : (
        <div className={strip["strip"]} aria-busy={rows === undefined} tabIndex={0}>
          {rows
            ?.slice(0, shownMax)
            .map((row) => <WatchCard key={`${row.type}${row.code}`} row={row} />) ??
            [1, 2, 3].map((place) => (
              <span key={place} className={styles["card"]} data-waiting="" aria-hidden="true" />
            ))}
        </div>
      )}
    </section>
  );
}

function WatchCard({ row }: { row: StockRow }) {
  const { type, code } = row;
  const quote = newestQuote(row, useQuote(type, code));
  return (
    <a
      className={styles["card"]}
      href={link(paths.stock({ type, code }))}
      onClick={() => rememberStock(row)}
    >
      <span className={styles["name"]}>{inLanguage(row.names)}</span>
      <FlashingPrice value={quote.price} className={styles["price"] ?? ""} />
      <Change percent={quote.changePercent} className={styles["change"] ?? ""} />
    </a>
  );
}
