import { Button, Icon } from "@sanshi/ui";
import { useState } from "react";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { useText } from "../../../shared/text.ts";
import { Keypad } from "./keypad.tsx";
import { useAffordable, useAmountQuantity, useTicketEntry } from "./order-entry.ts";
import { OrderEntries } from "./order-entries.tsx";
import { QuoteStrip } from "./order-fields.tsx";
import { obstacleOf, type Obstacle } from "./order-obstacle.ts";
import { OrderPower } from "./order-power.tsx";
import { useTradingPreferences } from "../../../shared/order-preferences.ts";
import type { OrderField } from "./order-refusals.ts";
import { OrderReview } from "./order-review.tsx";
import { OrderRules } from "./order-rules.tsx";
import { OrderSummary, OrderTotal } from "./order-summary.tsx";
import {
  borrows,
  buttonText,
  digitsOf,
  hasStop,
  type OrderInput,
  type Ticket,
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

/** How many, at which price, at what cost; the rest behind "more"; and a last look before it goes. */
export function OrderForm({ stock, start, isSending, refused, onPlace }: OrderFormProps) {
  const t = useText("order");
  const entry = useTicketEntry(stock, start);
  const { ticket, edited } = entry;
  const view = useTicketView(stock, ticket, isSending ? null : refused);
  const { chosen } = useTradingPreferences();
  const [isReviewing, setReviewing] = useState(false);
  useAmountQuantity(stock, ticket, view, entry.change);
  useAffordable(stock, ticket, view, entry.change);
  const obstacle = obstacleOf(stock, ticket, view, t);
  const refusalAt = (field: OrderField) => (obstacle?.field === field ? obstacle.text : undefined);
  const whyAt = (field: OrderField) =>
    obstacle?.field === field ? (obstacle.refusal ?? null) : null;
  const isReady = obstacle === null && view.preview !== undefined && !view.isChecking;
  // What is borrowed is always shown once more with its risk, and takes a second tap.
  const isReviewed = chosen.review || borrows(ticket);
  const isLast = isReviewing || !isReviewed;
  // A refusal stands beside its field: what is reviewed gives way to what is to be changed.
  if (isReviewing && obstacle !== null && obstacle.field !== "ticket") setReviewing(false);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || view.input === null) return;
        entry.edit(null);
        if (isLast) onPlace(view.input);
        else setReviewing(true);
      }}
    >
      <QuoteStrip stock={stock} view={view} />
      {isReviewing ? (
        <OrderReview stock={stock} ticket={ticket} view={view} isKept={chosen.review} />
      ) : (
        <>
          <OrderPower stock={stock} ticket={ticket} view={view} />
          <OrderEntries
            stock={stock}
            entry={entry}
            view={view}
            refusalAt={refusalAt}
            whyAt={whyAt}
            disabled={isSending}
          />
          <CostDetails stock={stock} ticket={ticket} view={view} />
          <OrderRules stock={stock} />
        </>
      )}
      <div className={styles["foot"]}>
        {edited !== null && !isReviewing && (
          <Keypad
            hasPoint={digitsOf(stock, edited) > 0}
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
          {isLast ? buttonText(stock, ticket, t) : t("review")}
        </Button>
        {isReviewing && (
          <Button look="plain" wide disabled={isSending} onClick={() => setReviewing(false)}>
            {t("review_back")}
          </Button>
        )}
      </div>
    </form>
  );
}

type CostDetailsProps = { stock: StockDetail; ticket: Ticket; view: TicketView };

/** Everything that makes up the total; in sight by itself where something is borrowed, or held for a stop. */
function CostDetails(props: CostDetailsProps) {
  const t = useText("order");
  const isOpen = borrows(props.ticket) || hasStop(props.ticket.kind);
  return (
    <details className={styles["details"]} open={isOpen}>
      <summary>{t("cost_details")}</summary>
      <OrderSummary {...props} />
    </details>
  );
}

/** Fields under which nothing says why. */
function isSaidHere(obstacle: Obstacle | null): boolean {
  return !["quantity", "kind", "stop", "price", "validity"].includes(obstacle?.field ?? "");
}

/** Why the button is off, where no field is at fault; and the rule behind what its field cannot say. */
function ObstacleLine({ obstacle }: { obstacle: Obstacle | null }) {
  return (
    <>
      <p className={styles["obstacle"]} role="status">
        {obstacle?.field === "ticket" && (
          <>
            <Icon name="alert" size={16} />
            <span>{obstacle.text}</span>
          </>
        )}
      </p>
      <RuleWhy refusal={isSaidHere(obstacle) ? (obstacle?.refusal ?? null) : null} />
    </>
  );
}
