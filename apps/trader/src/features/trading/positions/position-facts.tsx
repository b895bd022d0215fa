import { displayDecimal, formatShares, settlementCurrency } from "@sanshi/money";
import { Amount, Icon, Price, SignedAmount } from "@sanshi/ui";
import { Fragment, type ReactNode } from "react";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showCountdown } from "../../../shared/times.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";
import { isHeld, positionStatus } from "./position-status.ts";
import { useNowPrice } from "./positions-queries.ts";
import { lockUpDays, useLockSeconds } from "./sell-lock.ts";
import { moneyText, valueAt } from "./valuation.ts";
import { sellableShares } from "./working-order.ts";

type FactsProps = { position: Position };

/** The specification's labels of a position, grouped. */
export function PositionFacts({ position }: FactsProps) {
  const t = useText("positions");
  const bought = isBought(position);
  return (
    <>
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>{t(bought ? "section_position" : "section_terms")}</h2>
        <PositionPart position={position} />
      </section>
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>{t("section_order")}</h2>
        <OrderPart position={position} />
      </section>
      {bought && (
        <section className={styles["panel"]}>
          <h2 className={styles["heading"]}>
            {t("section_costs", { currency: settlementCurrency(position.type) })}
          </h2>
          <CostPart position={position} />
        </section>
      )}
    </>
  );
}

function PositionPart({ position }: FactsProps) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const held = isHeld(position.status);
  const bought = isBought(position);
  const isLong = position.side === "long";
  const quantity = (text: string) => displayDecimal(text, 0, 0);
  return (
    <dl className={styles["facts"]}>
      {held && (
        <>
          <Fact name={t("market_value")}>
            <Amount value={moneyText(valueAt(position, now).marketValueMinor, position.type)} />
          </Fact>
          <Fact name={t(isLong ? "quantity_held" : "quantity_short")}>
            {quantity(position.stock_num)}
          </Fact>
        </>
      )}
      {held && position.term_ends_on !== null && (
        <>
          <Fact name={t("term_ends_on")}>
            {expectedDate(calendarDate(position.term_ends_on), position.term_ends_on_status)}
          </Fact>
          <Fact name={t("term_last_day")}>
            {expectedDate(
              calendarDate(position.term_last_day ?? ""),
              position.term_last_day_status,
            )}
          </Fact>
        </>
      )}
      {bought ? (
        <Fact name={t(isLong ? "quantity_opened" : "quantity_shorted")}>
          {quantity(position.quantity_opened)}
        </Fact>
      ) : (
        <Fact name={t("quantity")}>{quantity(position.stock_num)}</Fact>
      )}
      {position.quantity_closed !== "0" && (
        <Fact name={t(isLong ? "quantity_closed" : "quantity_covered")}>
          {quantity(position.quantity_closed)}
        </Fact>
      )}
      {bought ? (
        <Fact name={t(isLong ? "buy_price" : "short_price")}>
          <Price value={position.buy_price} />
        </Fact>
      ) : (
        <OrderPrices position={position} />
      )}
      {position.sell_price !== null && (
        <Fact name={t(isLong ? "sell_price" : "cover_price")}>
          <Price value={position.sell_price} />
        </Fact>
      )}
      {position.closing_quantity !== null && (
        <Fact name={t(isLong ? "closing_quantity" : "covering_quantity")}>
          {quantity(position.closing_quantity)}
        </Fact>
      )}
      <Fact name={t(marginName(position))}>
        <Amount value={position.margin} />
      </Fact>
      <Fact name={t("leverage")}>{t("leverage_times", { times: position.leverage })}</Fact>
      <BorrowingFacts position={position} />
      {held && position.quantity_closed !== "0" && (
        <Fact name={t("realised_so_far")}>
          <SignedAmount value={position.realised} />
        </Fact>
      )}
    </dl>
  );
}

/** The limit and the stop of an order that has not been filled. */
function OrderPrices({ position }: FactsProps) {
  const t = useText("positions");
  const { limit_price: limit, stop_price: stop } = position;
  return (
    <>
      {stop !== null && (
        <Fact name={t("stop_price")}>
          <Price value={stop} />
        </Fact>
      )}
      {limit !== null && (
        <Fact name={t("limit_price")}>
          <Price value={limit} />
        </Fact>
      )}
    </>
  );
}

/** What leverage lends, and what that, or the borrowed shares of a short, costs. */
function BorrowingFacts({ position }: FactsProps) {
  const t = useText("positions");
  const isLong = position.side === "long";
  if (isLong && position.leverage === 1) return null;
  return (
    <>
      {isLong && isHeld(position.status) && (
        <Fact name={t("borrowed")}>
          <Amount value={position.borrowed} />
        </Fact>
      )}
      <Fact name={t(isLong ? "interest_rate" : "borrow_fee_rate")}>
        {t("a_year", { percent: displayDecimal(position.interest_rate, 0, 2) })}
      </Fact>
      {isHeld(position.status) && (
        <Fact name={t("interest_accrued")}>
          <Amount value={position.interest} />
        </Fact>
      )}
      {/[1-9]/.test(position.interest_paid) && (
        <Fact name={t(isLong ? "interest_paid" : "borrow_fee_paid")}>
          <Amount value={position.interest_paid} />
        </Fact>
      )}
    </>
  );
}

function marginName({ status, side, leverage }: Position) {
  if (status === positionStatus.pending) return "reserved";
  return isHeld(status) && (side === "short" || leverage > 1) ? "margin_left" : "original_margin";
}

function OrderPart({ position }: FactsProps) {
  const t = useText("positions");
  const own = useText("order");
  const left = useLockSeconds(position.sellable_at);
  const rest = useLockSeconds(position.locked_until ?? position.sellable_at);
  const bought = isBought(position);
  const isLong = position.side === "long";
  const days = lockUpDays(position.buy_time, position.sellable_at);
  return (
    <dl className={styles["facts"]}>
      <Fact name={t("order_number")}>
        <CopyButton text={position.order_number} />
      </Fact>
      <Fact name={t("order_kind")}>
        {position.side === "long" ? t("long") : t("short")} · {t(`${position.kind}_order`)}
      </Fact>
      {position.kind !== "market" && (
        <Fact name={t("time_in_force")}>{own(`time_${position.time_in_force}`)}</Fact>
      )}
      {position.expires_at !== null && position.status === positionStatus.pending && (
        <Fact name={t("expires")}>
          {expectedDate(showDateTime(position.expires_at), position.expires_at_status)}
        </Fact>
      )}
      {position.hours === "extended" && (
        <Fact name={own("order_hours")}>{own("hours_extended")}</Fact>
      )}
      {position.do_not_reduce === true && (
        <Fact name={own("on_ex_dates")}>{own("price_stays")}</Fact>
      )}
      {position.triggered_at !== null && (
        <Fact name={t("triggered_at")}>{showDateTime(position.triggered_at)}</Fact>
      )}
      {position.quantity_ordered !== position.quantity_opened && (
        <Fact name={t("quantity_ordered")}>{displayDecimal(position.quantity_ordered, 0, 0)}</Fact>
      )}
      <Fact name={t(bought ? (isLong ? "buy_time" : "short_time") : "placed_at")}>
        {showDateTime(position.buy_time)}
      </Fact>
      {isHeld(position.status) && (
        <Fact name={t(isLong ? "sellable_at" : "coverable_at")}>
          {expectedDate(showDateTime(position.sellable_at), position.sellable_at_status)}
          {left > 0 && ` (${t("time_left", { time: showCountdown(left) })})`}
        </Fact>
      )}
      {isHeld(position.status) && left === 0 && position.locked_until !== null && rest > 0 && (
        <Fact name={t("sellable_quantity")}>
          {displayDecimal(formatShares(sellableShares(position)), 0, 0)} (
          {t("sellable_rest", {
            quantity: displayDecimal(position.quantity_locked, 0, 0),
            time: expectedDate(showDateTime(position.locked_until), position.locked_until_status),
          })}
          )
        </Fact>
      )}
      {days !== null && <Fact name={t("lock_up")}>{t("days", { count: days })}</Fact>}
      {position.sell_time !== null && (
        <Fact name={t(isLong ? "sell_time" : "cover_time")}>
          {showDateTime(position.sell_time)}
        </Fact>
      )}
      {position.sell_time === null && position.ended_at !== null && (
        <Fact name={t("ended_at")}>{showDateTime(position.ended_at)}</Fact>
      )}
      {position.ending !== null && <Fact name={t("ending")}>{t(`ending_${position.ending}`)}</Fact>}
    </dl>
  );
}

function CostPart({ position }: FactsProps) {
  const t = useText("positions");
  return (
    <dl className={styles["facts"]}>
      <Fact name={t(position.side === "long" ? "cost" : "short_value")}>
        <Amount value={position.cost} />
      </Fact>
      <Fact name={t(position.side === "long" ? "purchase_fee" : "short_fee")}>
        <Amount value={position.buy_fee} />
      </Fact>
      <Fact name={t(position.side === "long" ? "selling_fee" : "covering_fee")}>
        <Amount value={position.sell_fee} />
      </Fact>
      <Fact name={t("stamp_duty")}>
        <Amount value={position.stamp_duty} />
      </Fact>
    </dl>
  );
}

/** Whether there ever were shares: not of a working order, or ended before its fill. */
function isBought(position: Position): boolean {
  return position.quantity_opened !== "0";
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const t = useText("positions");
  // The clipboard exists on secure origins only; without it the number is plain text.
  if (!("clipboard" in navigator)) return <Fragment>{text}</Fragment>;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t("copied")),
      () => undefined,
    );
  return (
    <button
      type="button"
      className={styles["copy"]}
      aria-label={t("copy_number", { number: text })}
      onClick={() => void copy()}
    >
      {text}
      <Icon name="copy" size={18} />
    </button>
  );
}
