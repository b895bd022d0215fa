import { Change, directionOf, FlashingPrice, Skeleton, classNames } from "@sanshi/ui";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { QuoteAge } from "../../../shared/quote-age.tsx";
import { sessionState } from "../../../shared/session-state.ts";
import { sessionWords } from "../../../shared/session-words.ts";
import { useText, withLaterTexts } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useLiveStock, type StockDetail } from "./stock-queries.ts";
import { lazy, Suspense, type CSSProperties } from "react";
import styles from "./price-head.module.css";

// Only US stocks have them, and only outside of the regular hours.
const loadExtended = () => withLaterTexts(() => import("./extended-price.tsx"));
const ExtendedPrice = lazy(async () => ({ default: (await loadExtended()).ExtendedPrice }));
const EveningPrice = lazy(async () => ({ default: (await loadExtended()).EveningPrice }));

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
        <Suspense fallback={<div className={styles["waiting"]} />}>
          <ExtendedPrice quote={extended.quote} phase={extended.phase} stock={stock} />
        </Suspense>
      )}
      {last !== undefined && (
        <Suspense fallback={<div className={styles["eveningWaiting"]} />}>
          <EveningPrice last={last} />
        </Suspense>
      )}
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
