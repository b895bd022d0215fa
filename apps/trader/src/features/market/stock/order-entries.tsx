import { displayDecimal } from "@sanshi/money";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { MoreButton } from "../../../shared/more-button.tsx";
import type { Refusal } from "../../../shared/api.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { useText, type Translate } from "../../../shared/text.ts";
import { UnreducedField, ValidityField } from "../../../shared/validity-field.tsx";
import { HoursField } from "../../../shared/hours-field.tsx";
import { BorrowingIntro } from "./borrowing-intro.tsx";
import { OrderExits } from "./order-exits.tsx";
import { KindChoice, LeverageChoice } from "./order-choices.tsx";
import type { TicketEntry } from "./order-entry.ts";
import { limitHint, PriceField, QuantityField } from "./order-fields.tsx";
import { useTradingPreferences } from "../../../shared/order-preferences.ts";
import type { OrderField } from "./order-refusals.ts";
import { ReviewSwitch } from "./order-review.tsx";
import { hasLimit, hasStop, mayBeExtended } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type EntriesProps = {
  stock: StockDetail;
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusalAt: (field: OrderField) => string | undefined;
  /** What the server refused at a field: under its sentence stands which rule it was. */
  whyAt: (field: OrderField) => Refusal | null;
};

/** How many, and at the market or at the customer's price; behind "more" what few orders need. */
export function OrderEntries(props: EntriesProps) {
  const { stock, entry, view, disabled, refusalAt, whyAt } = props;
  const t = useText("order");
  const { side, kind } = entry.ticket;
  const [isMore, setIsMore] = useState(false);
  const toggle = () => {
    if (isMore) entry.simplify();
    setIsMore(!isMore);
  };
  const field = { stock, entry, disabled, now: view.live.price };
  return (
    <>
      <QuantityField {...field} view={view} refusal={refusalAt("quantity")} />
      <RuleWhy refusal={whyAt("quantity")} />
      <KindChoice
        entry={entry}
        forms={stock.order_forms}
        isAll={isMore}
        isOpen={stock.market.open}
        disabled={disabled}
        refusal={refusalAt("kind")}
      />
      {hasStop(kind) && (
        <PriceField
          {...field}
          field="stop"
          label={t("stop_price")}
          hint={t(`stop_hint_${side}`, { price: displayDecimal(view.live.price, 2, 4) })}
          refusal={refusalAt("stop")}
        />
      )}
      {hasLimit(kind) && (
        <PriceField
          {...field}
          field="price"
          label={t("limit_price")}
          hint={limitHint(stock, t)}
          refusal={refusalAt("price")}
        />
      )}
      <RuleWhy refusal={whyAt("kind") ?? whyAt("stop") ?? whyAt("price")} />
      {mayBeExtended(stock, entry.ticket) && (
        <HoursField
          isExtended={entry.ticket.isExtended}
          quote={stock.extended?.quote ?? null}
          disabled={disabled}
          onChange={entry.chooseHours}
        />
      )}
      <MoreButton text={t(isMore ? "more_close" : "more_open")} open={isMore} onToggle={toggle} />
      {isMore && <MoreEntries {...props} />}
    </>
  );
}

function MoreEntries({ stock, entry, view, disabled, refusalAt, whyAt }: EntriesProps) {
  const t = useText("order");
  const { chosen } = useTradingPreferences();
  return (
    <>
      <ValidityField
        value={entry.ticket}
        offered={stock.order_forms[entry.ticket.kind] ?? []}
        firstDate={stock.market.trading_date}
        disabled={disabled}
        hint={expiryHint(view, t)}
        refusal={refusalAt("validity")}
        onChange={entry.change}
      />
      <RuleWhy refusal={whyAt("validity")} />
      <UnreducedField
        market={stock.type}
        timeInForce={entry.ticket.timeInForce}
        value={entry.ticket.doNotReduce}
        onChange={entry.change}
      />
      <OrderExits
        stock={stock}
        entry={entry}
        view={view}
        disabled={disabled}
        refusalAt={refusalAt}
      />
      {chosen.leverage ? (
        <LeverageChoice
          entry={entry}
          view={view}
          disabled={disabled}
          refusal={refusalAt("leverage")}
        />
      ) : (
        <BorrowingIntro kind="leverage" />
      )}
      <div className={styles["switch"]}>
        <ReviewSwitch isOn={chosen.review} />
      </div>
    </>
  );
}

/** When what is for a day alone is over. */
function expiryHint({ preview }: TicketView, t: Translate<"order">): string | undefined {
  const expires = preview?.expires_at ?? null;
  return expires === null ? undefined : t("expires_at", { time: showDateTime(expires) });
}
