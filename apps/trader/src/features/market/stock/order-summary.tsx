import { displayDecimal, displayMoney, settlementCurrency } from "@sanshi/money";
import { classNames, Icon, Skeleton } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import {
  expectedDate,
  isExpected,
  useText,
  type TextKey,
  type Translate,
} from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { dailyInterest, distanceOf, holdsRoom, isFilledInPart } from "./order-figures.ts";
import { borrows, type OrderPreview, type Ticket } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { calendarDate } from "../../../shared/calendar-date.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";
import { sellableAfterFill, sellableShortly, sellableText } from "./sellable-text.ts";

type OrderSummaryProps = { stock: StockDetail; ticket: Ticket; view: TicketView };

/** What the order costs, what it risks, and when its shares can be sold: before the button. */
export function OrderSummary(props: OrderSummaryProps) {
  const { isChecking, preview } = props.view;
  return (
    <dl className={classNames(styles["summary"], isChecking && styles["checking"])}>
      <CostLines {...props} />
      {preview !== undefined && <BorrowingLines {...props} preview={preview} />}
      <AfterLines {...props} />
    </dl>
  );
}

/** The price, how much is filled now, the fees, and what leaves the available money. */
function CostLines({ stock, ticket, view: { preview, isChecking } }: OrderSummaryProps) {
  const t = useText("order");
  const money = (value: string | undefined) => figure(value && displayMoney(value), isChecking);
  const fees = preview?.fees.filter(({ amount }) => /[1-9]/.test(amount)) ?? [];
  const shares = (quantity: string) => displayDecimal(quantity, 0, 0);
  return (
    <>
      <Line
        label={t(priceLabel(ticket, preview))}
        value={figure(preview && displayDecimal(preview.price, 2, 4), isChecking)}
      />
      {preview !== undefined && isFilledInPart(preview, ticket.quantity) && (
        <Line
          label={t("fills_now")}
          value={t(ticket.kind === "market" ? "fills_rest_ends" : "fills_rest_waits", {
            quantity: shares(preview.quantity_filled),
            of: shares(ticket.quantity),
          })}
        />
      )}
      <Line label={t(amountLabel(preview))} value={money(preview?.amount)} />
      {preview !== undefined && holdsRoom(ticket, preview) && (
        <div className={styles["levelsNote"]}>
          <dt className="visually-hidden">{t("order_amount")}</dt>
          <dd>{t("stop_room")}</dd>
        </div>
      )}
      {fees.map(({ name, amount }) => (
        <Line key={name} label={feeText(name, t)} value={money(amount)} minor />
      ))}
      <Line
        label={
          <a className={styles["explained"]} href={link(paths.fees({ type: stock.type }))}>
            {t("fee")}
            <Icon name="info" size={14} />
          </a>
        }
        value={preview !== undefined && fees.length === 0 ? t("fee_none") : money(preview?.fee)}
      />
      {borrows(ticket) && <Line label={t("margin")} value={money(preview?.margin)} />}
      <Line
        strong
        label={t(totalLabel(ticket, preview))}
        value={
          <>
            {money(preview?.total)}{" "}
            <span className={styles["currency"]}>{settlementCurrency(stock.type)}</span>
          </>
        }
      />
      {preview !== undefined && !fillsNow(preview) && (
        <div className={styles["levelsNote"]}>
          <dt className="visually-hidden">{t("total_held")}</dt>
          <dd>{t("held_until")}</dd>
        </div>
      )}
    </>
  );
}

/** What is borrowed, what that costs a day, and the prices at which the broker steps in. */
function BorrowingLines({
  stock,
  ticket,
  view: { live, terms },
  preview,
}: OrderSummaryProps & { preview: OrderPreview }) {
  const t = useText("order");
  const { margin_call_price: call, forced_sale_price: forced } = preview;
  if (ticket.side === "long" && ticket.leverage === 1) return null;
  const interest =
    terms === undefined ? null : dailyInterest(stock, ticket.side, preview, terms.day_count);
  const rate = displayDecimal(preview.interest_rate, 0, 2);
  const level = (price: string | null) => {
    const distance = distanceOf(price, live.price);
    if (price === null || distance === null) return t("no_level");
    return `${displayDecimal(price, 2, 2)} (${signed(distance)}%)`;
  };
  return (
    <>
      {ticket.side === "long" && (
        <Line label={t("borrowed")} value={displayMoney(preview.borrowed)} />
      )}
      {interest !== null && (
        <Line
          label={
            ticket.side === "long" ? (
              t("interest")
            ) : (
              <a className={styles["explained"]} href={link(paths.borrowing(stock))}>
                {t("borrow_fee")}
                <Icon name="info" size={14} />
              </a>
            )
          }
          value={t("interest_a_day", { amount: displayMoney(interest), rate })}
        />
      )}
      {preview.recallable !== null && (
        <div className={styles["levelsNote"]}>
          <dt className="visually-hidden">{t("borrow_fee")}</dt>
          <dd>{t("recallable_note", preview.recallable)}</dd>
        </div>
      )}
      <Line label={t("margin_call_price")} value={level(call)} />
      <Line label={t("forced_sale_price")} value={level(forced)} warn />
      {call !== null && (
        <div className={styles["levelsNote"]}>
          <dt className="visually-hidden">{t("forced_sale_price")}</dt>
          <dd>{t("levels_note")}</dd>
        </div>
      )}
    </>
  );
}

/** What stays, and when. */
function AfterLines({ ticket, view: { preview, available, isChecking } }: OrderSummaryProps) {
  const t = useText("order");
  const money = (value: string | undefined) => figure(value && displayMoney(value), isChecking);
  const isLeveraged = ticket.side === "long" && ticket.leverage > 1;
  return (
    <>
      <Line label={t("available")} value={figure(available && displayMoney(available), false)} />
      <Line
        label={t("available_after")}
        value={<Remaining amount={preview?.available_after} shown={money} />}
      />
      {isLeveraged && (
        <Line
          label={t("credit_after")}
          value={<Remaining amount={preview?.credit_after} shown={money} />}
        />
      )}
      <Line
        label={t(sellableLabel(ticket))}
        value={
          preview === undefined
            ? figure(undefined, isChecking)
            : fillsNow(preview)
              ? sellableText(preview, serverNow(), t)
              : sellableAfterFill(preview.sellable_at, serverNow(), t)
        }
      />
      <Line
        label={t("settles_on")}
        value={figure(
          preview && expectedDate(calendarDate(preview.settles_on), preview.settles_on_status),
          isChecking,
        )}
      />
      {preview !== undefined && preview.meets !== null && (
        <Line
          label={t(`meets_${preview.meets.by}`)}
          value={expectedDate(showDateTime(preview.meets.at), preview.meets.at_status)}
        />
      )}
      {preview !== undefined && preview.expires_at !== null && (
        <Line
          label={t("expires")}
          value={expectedDate(showDateTime(preview.expires_at), preview.expires_at_status)}
        />
      )}
      {preview !== undefined && <ExpectedLine preview={preview} />}
      {preview?.tick_published === false && (
        <div className={styles["levelsNote"]}>
          <dt className="visually-hidden">{t("tick_unpublished_head")}</dt>
          <dd>{t("tick_unpublished")}</dd>
        </div>
      )}
    </>
  );
}

/** Why some of the dates are marked, as a line of the list. */
function ExpectedLine({ preview }: { preview: OrderPreview }) {
  const shell = useText("shell");
  const statuses = [
    preview.settles_on_status,
    preview.meets?.at_status,
    preview.expires_at_status,
    preview.sellable_at_status,
  ];
  if (!statuses.some(isExpected)) return null;
  return (
    <div className={styles["levelsNote"]}>
      <dt className="visually-hidden">{shell("date_expected", { date: "" })}</dt>
      <dd>{shell("dates_expected_note")}</dd>
    </div>
  );
}

type RemainingProps = {
  amount: string | undefined;
  shown: (amount: string | undefined) => ReactNode;
};

function Remaining({ amount, shown }: RemainingProps) {
  return (
    <span className={classNames(amount?.startsWith("-") === true && styles["lacking"])}>
      {shown(amount)}
    </span>
  );
}

/** The two figures that must be in sight when the button is pressed, on a small screen too. */
export function OrderTotal({ stock, ticket, view: { preview, isChecking } }: OrderSummaryProps) {
  const t = useText("order");
  const total = preview && displayMoney(preview.total);
  const sellable =
    preview &&
    (fillsNow(preview)
      ? sellableShortly(preview, serverNow(), t)
      : sellableAfterFill(preview.sellable_at, serverNow(), t));
  return (
    <dl className={classNames(styles["total"], isChecking && styles["checking"])}>
      <div>
        <dt>{t(totalLabel(ticket, preview))}</dt>
        <dd>
          {figure(total, isChecking)}{" "}
          <span className={styles["currency"]}>{settlementCurrency(stock.type)}</span>
          <span className={styles["ofFees"]}>
            {preview === undefined ? " " : feesText(preview, t)}
          </span>
        </dd>
      </div>
      <div>
        <dt>{t(sellableLabel(ticket))}</dt>
        <dd>{figure(sellable, isChecking)}</dd>
      </div>
    </dl>
  );
}

function feesText({ fee }: OrderPreview, t: Translate<"order">): string {
  return /[1-9]/.test(fee) ? t("total_with_fee", { fee: displayMoney(fee) }) : t("total_free");
}

function priceLabel(ticket: Ticket, preview: OrderPreview | undefined): TextKey<"order"> {
  const isHeld = preview !== undefined && !fillsNow(preview) && preview.meets !== null;
  if (ticket.kind === "market" && isHeld) return "hold_price";
  if (ticket.kind === "market" || (preview !== undefined && fillsNow(preview))) {
    return "expected_price";
  }
  return ticket.kind === "stop" ? "stop_price" : "order_price";
}

/** Nothing of a working order is traded yet. */
function amountLabel(preview: OrderPreview | undefined): TextKey<"order"> {
  return preview === undefined || fillsNow(preview) ? "amount" : "order_amount";
}

/** What leaves the available money: it is paid, put up as margin, or only held. */
function totalLabel(ticket: Ticket, preview: OrderPreview | undefined): TextKey<"order"> {
  if (preview !== undefined && !fillsNow(preview)) return "total_held";
  return borrows(ticket) ? "total_margin" : "total";
}

function sellableLabel({ side }: Ticket): TextKey<"order"> {
  return side === "long" ? "sellable_at" : "coverable_at";
}

function fillsNow({ quantity_filled: filled }: OrderPreview): boolean {
  return /[1-9]/.test(filled);
}

function signed(percent: string): string {
  return percent.startsWith("-") ? percent.replace("-", "−") : `+${percent}`;
}

type LineProps = {
  label: ReactNode;
  value: ReactNode;
  strong?: boolean;
  minor?: boolean;
  warn?: boolean;
};

function Line({ label, value, strong, minor, warn }: LineProps) {
  return (
    <div
      className={classNames(
        styles["line"],
        strong === true && styles["strong"],
        minor === true && styles["minor"],
        warn === true && styles["warn"],
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
