import { displayDecimal } from "@sanshi/money";
import { Amount, Button, FlashingPrice, Price } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { ExitParts } from "./exit-parts.tsx";
import { useNowPrice } from "./positions-queries.ts";
import { RowHead } from "./row-head.tsx";
import styles from "./rows.module.css";
import { distancePercent } from "./valuation.ts";
import { nextPrice, progressOf, workingOrderName, type WorkingOrder } from "./working-order.ts";

type Act = (order: WorkingOrder) => void;
type WorkingRowProps = { order: WorkingOrder; onAmend: Act; onCancel: Act };

/** An order at its price, how far the market is from it, and what it holds meanwhile. */
export function WorkingRow({ order, onAmend, onCancel }: WorkingRowProps) {
  const t = useText("positions");
  const own = useText("order");
  const { position, quantity, limit, stop, trail, isOco, expiresAt, reserved, atVenue } = order;
  const now = useNowPrice(position);
  const next = nextPrice(order);
  const name = inLanguage(position.names);
  return (
    <article className={styles["row"]}>
      <RowHead
        position={position}
        quantity={quantity}
        figure={next === null ? t("market_order") : <Price value={next} />}
        detail={t(workingOrderName(order))}
      />
      <div className={styles["foot"]}>
        <div className={styles["facts"]}>
          <p className={styles["prices"]}>
            {t("now_price")}
            <FlashingPrice value={now} className={styles["now"] ?? ""} />
            {next !== null && <Distance from={next} to={now} />}
          </p>
          <Progress order={order} />
          {order.isExtended && <p>{own("hours_extended")}</p>}
          {order.tradesFrom !== null && (
            <p>{own("waits_after_hours", { time: showDateTime(order.tradesFrom) })}</p>
          )}
          {atVenue !== null && <p role="status">{t(`at_venue_${atVenue}`)}</p>}
          {trail !== null && (
            <p>
              {t(position.side === "long" ? "trails_high" : "trails_low", {
                best: displayDecimal(trail.best, 0, 4),
                trail:
                  trail.amount === null ? `${trail.percent}%` : displayDecimal(trail.amount, 0, 4),
              })}
            </p>
          )}
          {stop !== null && limit !== null && (
            <p>
              {t(isOco ? "or_stop" : "then_limit")} <Price value={isOco ? stop : limit} />
            </p>
          )}
          {order.part === "opening" && <ExitParts position={position} />}
          {reserved === null ? (
            <p>{t("shares_reserved")}</p>
          ) : (
            <p>
              {t("reserved")} <Amount value={reserved} />
            </p>
          )}
          <p className={styles["order"]}>
            {expiresAt === null
              ? t("order_short", { number: position.order_number })
              : t("expires_at", {
                  time: expectedDate(showDateTime(expiresAt), order.expiresAtStatus),
                })}
          </p>
        </div>
        <div className={styles["buttons"]}>
          {next !== null && (
            <Button
              look="quiet"
              small
              aria-label={`${t("amend_order")} ${name}`}
              onClick={() => onAmend(order)}
            >
              {t("amend_short")}
            </Button>
          )}
          <Button
            look="quiet"
            small
            aria-label={`${t("cancel_order")} ${name}`}
            onClick={() => onCancel(order)}
          >
            {t("cancel_short")}
          </Button>
        </div>
      </div>
    </article>
  );
}

function Distance({ from, to }: { from: string; to: string }) {
  const t = useText("positions");
  const distance = displayDecimal(distancePercent(from, to), 2, 2);
  return <span>{t("distance", { percent: distance.replace("−", "") })}</span>;
}

function Progress({ order }: { order: WorkingOrder }) {
  const t = useText("positions");
  const progress = progressOf(order);
  if (progress === null) return null;
  return (
    <p>
      {t("filled_of", {
        filled: displayDecimal(progress.filled, 0, 0),
        ordered: displayDecimal(progress.ordered, 0, 0),
      })}
    </p>
  );
}
