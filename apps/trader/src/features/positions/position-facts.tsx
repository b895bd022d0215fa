import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Icon, Price, SignedAmount } from "@sanshi/ui";
import { Fragment, type ReactNode } from "react";
import { useText } from "../../shared/text.ts";
import { showCountdown, showDateTime } from "../../shared/times.ts";
import { toast } from "../../shared/toast.ts";
import type { Position } from "./position-screen.tsx";
import styles from "./position-screen.module.css";
import { isHeld, positionStatus } from "./position-status.ts";
import { useNowPrice } from "./positions-queries.ts";
import { lockUpDays, useLockSeconds } from "./sell-lock.ts";
import { moneyText, valueAt } from "./valuation.ts";

type FactsProps = { position: Position };

/** The specification's labels of a position, grouped. */
export function PositionFacts({ position }: FactsProps) {
  const t = useText("positions");
  return (
    <>
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>{t("section_position")}</h2>
        <PositionPart position={position} />
      </section>
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>{t("section_order")}</h2>
        <OrderPart position={position} />
      </section>
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>
          {t("section_costs", { currency: settlementCurrency(position.type) })}
        </h2>
        <CostPart position={position} />
      </section>
    </>
  );
}

function PositionPart({ position }: FactsProps) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const held = isHeld(position.status);
  const waiting = position.status === positionStatus.pending;
  const bought = isBought(position);
  const quantity = (text: string) => displayDecimal(text, 0, 0);
  return (
    <dl className={styles["facts"]}>
      {held && (
        <>
          <Fact name={t("market_value")}>
            <Amount value={moneyText(valueAt(position, now).marketValueMinor, position.type)} />
          </Fact>
          <Fact name={t("quantity_held")}>{quantity(position.stock_num)}</Fact>
        </>
      )}
      {bought ? (
        <Fact name={t("quantity_opened")}>{quantity(position.quantity_opened)}</Fact>
      ) : (
        <Fact name={t("quantity")}>{quantity(position.stock_num)}</Fact>
      )}
      {position.quantity_closed !== "0" && (
        <Fact name={t("quantity_closed")}>{quantity(position.quantity_closed)}</Fact>
      )}
      <Fact name={bought ? t("buy_price") : t("limit_price")}>
        <Price value={position.buy_price} />
      </Fact>
      {position.sell_price !== null && (
        <Fact name={t("sell_price")}>
          <Price value={position.sell_price} />
        </Fact>
      )}
      {position.closing_price !== null && (
        <Fact name={t("closing_limit")}>
          <Price value={position.closing_price} />
        </Fact>
      )}
      {position.closing_quantity !== null && (
        <Fact name={t("closing_quantity")}>{quantity(position.closing_quantity)}</Fact>
      )}
      <Fact name={waiting ? t("reserved") : t("original_margin")}>
        <Amount value={position.margin} />
      </Fact>
      <Fact name={t("leverage")}>{t("leverage_times", { times: position.leverage })}</Fact>
      {held && position.quantity_closed !== "0" && (
        <Fact name={t("realised_so_far")}>
          <SignedAmount value={position.realised} />
        </Fact>
      )}
    </dl>
  );
}

function OrderPart({ position }: FactsProps) {
  const t = useText("positions");
  const left = useLockSeconds(position.sellable_at);
  const bought = isBought(position);
  const days = lockUpDays(position.buy_time, position.sellable_at);
  return (
    <dl className={styles["facts"]}>
      <Fact name={t("order_number")}>
        <CopyButton text={position.order_number} />
      </Fact>
      <Fact name={t("order_kind")}>
        {position.side === "long" ? t("long") : t("short")} ·{" "}
        {position.kind === "market" ? t("market_order") : t("limit_order")}
      </Fact>
      <Fact name={bought ? t("buy_time") : t("placed_at")}>{showDateTime(position.buy_time)}</Fact>
      {isHeld(position.status) && (
        <Fact name={t("sellable_at")}>
          {showDateTime(position.sellable_at)}
          {left > 0 && ` (${t("time_left", { time: showCountdown(left) })})`}
        </Fact>
      )}
      {days !== null && <Fact name={t("lock_up")}>{t("days", { count: days })}</Fact>}
      {position.sell_time !== null && (
        <Fact name={t("sell_time")}>{showDateTime(position.sell_time)}</Fact>
      )}
      {position.sell_time === null && position.ended_at !== null && (
        <Fact name={t("ended_at")}>{showDateTime(position.ended_at)}</Fact>
      )}
    </dl>
  );
}

function CostPart({ position }: FactsProps) {
  const t = useText("positions");
  return (
    <dl className={styles["facts"]}>
      <Fact name={t("cost")}>
        <Amount value={position.cost} />
      </Fact>
      <Fact name={t("purchase_fee")}>
        <Amount value={position.buy_fee} />
      </Fact>
      <Fact name={t("selling_fee")}>
        <Amount value={position.sell_fee} />
      </Fact>
      <Fact name={t("stamp_duty")}>
        <Amount value={position.stamp_duty} />
      </Fact>
    </dl>
  );
}

/** Whether there ever were shares: not of an order that waits, or ended before its fill. */
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
