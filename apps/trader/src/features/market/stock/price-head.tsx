import { Change, directionOf, FlashingPrice, Skeleton, classNames } from "@sanshi/ui";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { QuoteAge } from "../../../shared/quote-age.tsx";
import { sessionState } from "../../../shared/session-state.ts";
import { sessionWords } from "../../../shared/session-words.ts";
import { useText } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useLiveStock, type StockDetail } from "./stock-queries.ts";
import type { CSSProperties } from "react";
import styles from "./price-head.module.css";

/** The figure that the screen is about, its change, and whether the market trades. */
export function PriceHead({ stock }: { stock: StockDetail }) {
  const t = useText("stock");
  const live = useLiveStock(stock);
  const extended = tradedOutside(stock);
  const last = extended === null && !stock.market.open ? stock.extended?.last : undefined;
  return (
    <section className={styles["head"]} aria-label={t("current_price")}>
      <p
        className={classNames(styles["price"], styles[directionOf(live.change)])}
        style={{ "--characters": displayDecimal(live.price, 2, 4).length } as CSSProperties}
      >
        <FlashingPrice value={live.price} />
        <span className={styles["currency"]}>{settlementCurrency(stock.type)}</span>
      </p>
      <p className={styles["change"]}>
        <Change change={live.change} percent={live.changePercent} />
        <QuoteAge
          at={live.at}
          open={stock.market.open && !stock.halted}
          isUnknown={live.isAgeUnknown}
        />
      </p>
      <Session stock={stock} />
      {extended !== null && (
        <ExtendedPrice quote={extended.quote} phase={extended.phase} stock={stock} />
      )}
      {last !== undefined && <EveningPrice last={last} />}
    </section>
  );
}

type Evening = NonNullable<NonNullable<StockDetail["extended"]>["last"]>;

/** Overnight: where the evening ended, beside the close. */
function EveningPrice({ last }: { last: Evening }) {
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

type Outside = NonNullable<StockDetail["extended"]>;

/** While the regular hours are over and the extended ones on. */
function tradedOutside({
  extended,
  market,
  halted,
}: StockDetail): (Outside & { quote: NonNullable<Outside["quote"]> }) | null {
  const quote = extended?.quote ?? null;
  return extended === undefined || quote === null || market.open || halted
    ? null
    : { ...extended, quote };
}

type ExtendedPriceProps = {
  quote: NonNullable<Outside["quote"]>;
  phase: Outside["phase"];
  stock: StockDetail;
};

/** What it trades at outside of the regular hours, told apart from the official price and its change. */
function ExtendedPrice({ quote, phase, stock }: ExtendedPriceProps) {
  const t = useText("stock");
  return (
    <section className={styles["extended"]} aria-label={t(`extended_${phase}`)}>
      <p className={styles["extendedHead"]}>
        <span className={styles["badge"]}>{t(`extended_${phase}`)}</span>
        <FlashingPrice value={quote.price} />
        <Change change={quote.change} percent={quote.change_percent} />
        <QuoteAge at={Date.parse(quote.at)} open={!stock.halted} />
      </p>
      <p className={styles["extendedNote"]}>
        {t("extended_book", {
          bid: displayDecimal(quote.bid, 2, 4),
          bids: displayDecimal(quote.bid_quantity, 0, 0),
          ask: displayDecimal(quote.ask, 2, 4),
          asks: displayDecimal(quote.ask_quantity, 0, 0),
        })}
      </p>
      <p className={styles["extendedNote"]}>{t("extended_note")}</p>
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
