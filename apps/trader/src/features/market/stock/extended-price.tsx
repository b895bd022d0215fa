import { Change, FlashingPrice } from "@sanshi/ui";
import { displayDecimal } from "@sanshi/money";
import { QuoteAge } from "../../../shared/quote-age.tsx";
import { useText } from "../../../shared/text.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./extended-price.module.css";

type Outside = NonNullable<StockDetail["extended"]>;
type ExtendedPriceProps = {
  quote: NonNullable<Outside["quote"]>;
  phase: Outside["phase"];
  stock: StockDetail;
};

/** What it trades at outside of the regular hours, apart from the official price and its change. */
export function ExtendedPrice({ quote, phase, stock }: ExtendedPriceProps) {
  const t = useText("stock");
  const notes = useText("stockNotes");
  return (
    <section className={styles["extended"]} aria-label={t(`extended_${phase}`)}>
      <p className={styles["extendedHead"]}>
        <span className={styles["badge"]}>{t(`extended_${phase}`)}</span>
        <FlashingPrice value={quote.price} />
        <Change change={quote.change} percent={quote.change_percent} />
        <QuoteAge at={Date.parse(quote.at)} open={!stock.halted} />
      </p>
      <p className={styles["extendedNote"]}>
        {notes("extended_book", {
          bid: displayDecimal(quote.bid, 2, 4),
          bids: displayDecimal(quote.bid_quantity, 0, 0),
          ask: displayDecimal(quote.ask, 2, 4),
          asks: displayDecimal(quote.ask_quantity, 0, 0),
        })}
      </p>
      <p className={styles["extendedNote"]}>{notes("extended_note")}</p>
    </section>
  );
}

type Evening = NonNullable<Outside["last"]>;

/** Overnight: where the evening ended, beside the close. */
export function EveningPrice({ last }: { last: Evening }) {
  const t = useText("stock");
  return (
    <section className={styles["extended"]} aria-label={t("extended_after_hours")}>
      <p className={styles["extendedHead"]}>
        <span className={styles["badge"]}>{t("extended_after_hours")}</span>
        <span>{displayDecimal(last.price, 2, 4)}</span>
        <Change change={last.change} percent={last.change_percent} />
      </p>
    </section>
  );
}
