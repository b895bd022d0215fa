import { Button, Icon } from "@sanshi/ui";
import { displayDecimal } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import { Keypad } from "./keypad.tsx";
import { KindChoice, LeverageChoice, SideChoice, TimeInForceChoice } from "./order-choices.tsx";
import { useAffordable, useTicketEntry, type TicketEntry } from "./order-entry.ts";
import { OrderBracket } from "./order-bracket.tsx";
import { limitHint, PriceField, QuantityField, QuoteStrip } from "./order-fields.tsx";
import { obstacleOf, type Obstacle } from "./order-obstacle.ts";
import type { OrderField } from "./order-refusals.ts";
import { OrderSummary, OrderTotal } from "./order-summary.tsx";
import {
  buttonText,
  hasLimit,
  hasStop,
  typedDigits,
  type OrderInput,
  type TicketStart,
} from "./order-ticket.ts";
import { useTicketView, type RefusedForm, type TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderFormProps = {
  stock: StockDetail;
  start: TicketStart;
  isSending: boolean;
  refused: RefusedForm | null;
  onPlace: (input: OrderInput) => void;
};

/** Everything that is entered, and what would come of it. */
export function OrderForm({ stock, start, isSending, refused, onPlace }: OrderFormProps) {
  const t = useText("order");
  const entry = useTicketEntry(stock, start);
  const { ticket, edited } = entry;
  const view = useTicketView(stock, ticket, isSending ? null : refused);
  useAffordable(stock, ticket, view, entry.change);
  const obstacle = obstacleOf(stock, ticket, view, t);
  const refusalAt = (field: OrderField) => (obstacle?.field === field ? obstacle.text : undefined);
  const isReady = obstacle === null && view.preview !== undefined && !view.isChecking;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && view.input !== null) onPlace(view.input);
      }}
    >
      <QuoteStrip stock={stock} view={view} />
      <Entries stock={stock} entry={entry} view={view} refusalAt={refusalAt} disabled={isSending} />
      <OrderSummary stock={stock} ticket={ticket} view={view} />
      <div className={styles["foot"]}>
        {edited !== null && (
          <Keypad
            hasPoint={edited !== "quantity" && typedDigits(stock) > 0}
            onKey={entry.press}
            onDone={() => entry.edit(null)}
          />
        )}
        <ObstacleLine obstacle={obstacle} />
        <OrderTotal stock={stock} ticket={ticket} view={view} />
        <Button
          type="submit"
          look={ticket.side === "long" ? "up" : "down"}
          wide
          busy={isSending}
          disabled={!isReady}
        >
          {buttonText(stock, ticket, t)}
        </Button>
      </div>
    </form>
  );
}

type EntriesProps = {
  stock: StockDetail;
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusalAt: (field: OrderField) => string | undefined;
};

function Entries({ stock, entry, view, disabled, refusalAt }: EntriesProps) {
  const t = useText("order");
  const { side, kind } = entry.ticket;
  const choice = { entry, view, disabled };
  const field = { stock, entry, disabled, now: view.live.price };
  return (
    <>
      <SideChoice {...choice} refusal={refusalAt("side")} />
      <KindChoice entry={entry} disabled={disabled} refusal={refusalAt("kind")} />
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
      <QuantityField {...field} view={view} refusal={refusalAt("quantity")} />
      <LeverageChoice {...choice} refusal={refusalAt("leverage")} />
      {kind !== "market" && <TimeInForceChoice {...choice} refusal={undefined} />}
      <OrderBracket
        stock={stock}
        entry={entry}
        view={view}
        disabled={disabled}
        refusalAt={refusalAt}
      />
    </>
  );
}

/** Why the button is off, where no field is at fault. */
function ObstacleLine({ obstacle }: { obstacle: Obstacle | null }) {
  return (
    <p className={styles["obstacle"]} role="status">
      {obstacle?.field === "ticket" && (
        <>
          <Icon name="alert" size={16} />
          <span>{obstacle.text}</span>
        </>
      )}
    </p>
  );
}
