import { displayDecimal, displayMoney, settlementCurrency } from "@sanshi/money";
import { classNames, Skeleton } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText, type TextKey, type Translate } from "../../shared/text.ts";
import { showTime } from "../../shared/times.ts";
import type { OrderPreview, Ticket } from "./order-ticket.ts";
import { calendarDate } from "./stock-figures-format.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderSummaryProps = {
  stock: StockDetail;
  ticket: Ticket;
  preview: OrderPreview | undefined;
  available: string | undefined;
  isChecking: boolean;
};

/** What the order costs, what stays, and when its shares can be sold: before the button. */
export function OrderSummary({ stock, ticket, preview, available, isChecking }: OrderSummaryProps) {
  const t = useText("order");
  const currency = settlementCurrency(stock.type);
  const money = (value: string | undefined) => figure(value && displayMoney(value), isChecking);
  const fees = preview?.fees.filter(({ amount }) => /[1-9]/.test(amount)) ?? [];
  const priceLabel = t(ticket.kind === "market" ? "expected_price" : "order_price");
  return (
    <dl className={classNames(styles["summary"], isChecking && styles["checking"])}>
      <Line
        label={priceLabel}
        value={figure(preview && displayDecimal(preview.price, 2, 4), isChecking)}
      />
      <Line label={t("amount")} value={money(preview?.amount)} />
      {fees.map(({ name, amount }) => (
        <Line key={name} label={feeText(name, t)} value={money(amount)} minor />
      ))}
      <Line
        label={t("fee")}
        value={preview !== undefined && fees.length === 0 ? t("fee_none") : money(preview?.fee)}
      />
      <Line label={t("margin")} value={money(preview?.margin)} />
      <Line
        strong
        label={t("total")}
        value={
          <>
            {money(preview?.total)} <span className={styles["currency"]}>{currency}</span>
          </>
        }
      />
      <Line label={t("available")} value={figure(available && displayMoney(available), false)} />
      <Line
        label={t("available_after")}
        value={
          <span className={classNames(preview?.available_after.startsWith("-") && styles["short"])}>
            {money(preview?.available_after)}
          </span>
        }
      />
      <Line
        label={t("sellable_at")}
        value={
          preview === undefined
            ? figure(undefined, isChecking)
            : ticket.kind === "limit"
              ? t("sellable_after_fill")
              : t("sellable_lock", { time: showTime(preview.sellable_at) })
        }
      />
      <Line
        label={t("settles_on")}
        value={figure(preview && calendarDate(preview.settles_on), isChecking)}
      />
    </dl>
  );
}

type OrderTotalProps = Omit<OrderSummaryProps, "available">;

/** The two figures that must be in sight when the button is pressed, on a small screen too. */
export function OrderTotal({ stock, ticket, preview, isChecking }: OrderTotalProps) {
  const t = useText("order");
  const total = preview && displayMoney(preview.total);
  // A limit waits: nobody knows yet when its fifteen minutes begin.
  const sellable =
    ticket.kind === "limit"
      ? t("sellable_after_fill")
      : preview && t("sellable_from", { time: showTime(preview.sellable_at) });
  return (
    <dl className={classNames(styles["total"], isChecking && styles["checking"])}>
      <div>
        <dt>{t("total")}</dt>
        <dd>
          {figure(total, isChecking)}{" "}
          <span className={styles["currency"]}>{settlementCurrency(stock.type)}</span>
        </dd>
      </div>
      <div>
        <dt>{t("sellable_at")}</dt>
        <dd>{figure(sellable, isChecking)}</dd>
      </div>
    </dl>
  );
}

type LineProps = { label: string; value: ReactNode; strong?: boolean; minor?: boolean };

function Line({ label, value, strong, minor }: LineProps) {
  return (
    <div
      className={classNames(
        styles["line"],
        strong === true && styles["strong"],
        minor === true && styles["minor"],
      )}
    >
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function figure(text: string | undefined, isChecking: boolean): ReactNode {
  if (text !== undefined && text !== "") return text;
  return isChecking ? <Skeleton width="5rem" height="0.875rem" /> : "–";
}

function feeText(name: string, t: Translate<"order">): string {
  const key = `fee_${name}` as TextKey<"order">;
  const text = t(key);
  // A later rulebook may have a fee that has no words here yet.
  return text === key ? name : text;
}
