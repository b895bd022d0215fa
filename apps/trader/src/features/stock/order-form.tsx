import { Button, Icon } from "@sanshi/ui";
import { useText } from "../../shared/text.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { Keypad } from "./keypad.tsx";
import { useAffordable, useTicketEntry } from "./order-entry.ts";
import { PriceField, QuantityField, QuoteStrip } from "./order-fields.tsx";
import type { OrderField } from "./order-refusals.ts";
import { OrderSummary, OrderTotal } from "./order-summary.tsx";
import {
  buttonText,
  obstacleOf,
  typedDigits,
  useTicketView,
  type Obstacle,
  type OrderInput,
  type RefusedForm,
  type TicketView,
} from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

const leverages = ["1", "2", "5", "10"] as const;

type OrderFormProps = {
  stock: StockDetail;
  limitPrice: string | null;
  isSending: boolean;
  refused: RefusedForm | null;
  onPlace: (input: OrderInput) => void;
};

/** Everything that is entered, and what would come of it. */
export function OrderForm({ stock, limitPrice, isSending, refused, onPlace }: OrderFormProps) {
  const t = useText("order");
  const entry = useTicketEntry(stock, limitPrice);
  const { ticket, change, edited, edit } = entry;
  const view = useTicketView(stock, ticket, isSending ? null : refused);
  useAffordable(stock, ticket, view, change);
  const obstacle = obstacleOf(stock, ticket, view, t);
  const refusalAt = (field: OrderField) => (obstacle?.field === field ? obstacle.text : undefined);
  const isReady = obstacle === null && view.preview !== undefined && !view.isChecking;
  const field = (name: "price" | "quantity") => ({
    stock,
    ticket,
    change,
    refusal: refusalAt(name),
    isEdited: edited === name,
    onEdit: () => edit(name),
    disabled: isSending,
  });
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && view.input !== null) onPlace(view.input);
      }}
    >
      <QuoteStrip stock={stock} view={view} />
      <SideChoice disabled={isSending} refusal={refusalAt("side")} />
      <ChoiceRow
        label={t("kind")}
        value={ticket.kind}
        choices={[
          { value: "market", text: t("market") },
          { value: "limit", text: t("limit") },
        ]}
        disabled={isSending}
        onChange={entry.chooseKind}
      />
      {ticket.kind === "limit" && <PriceField {...field("price")} />}
      <QuantityField {...field("quantity")} view={view} />
      <LeverageChoice disabled={isSending} refusal={refusalAt("leverage")} />
      <OrderSummary stock={stock} ticket={ticket} {...figuresOf(view)} available={view.available} />
      <div className={styles["foot"]}>
        {edited !== null && (
          <Keypad
            hasPoint={edited === "price" && typedDigits(stock) > 0}
            onKey={entry.press}
            onDone={() => edit(null)}
          />
        )}
        <ObstacleLine obstacle={obstacle} />
        <OrderTotal stock={stock} ticket={ticket} {...figuresOf(view)} />
        <Button type="submit" look="up" wide busy={isSending} disabled={!isReady}>
          {buttonText(stock, ticket, t)}
        </Button>
      </div>
    </form>
  );
}

type FixedChoiceProps = { disabled: boolean; refusal: string | undefined };

/** Selling short stands there, with the reason why it cannot be chosen. */
function SideChoice(props: FixedChoiceProps) {
  const t = useText("order");
  return (
    <ChoiceRow
      {...props}
      label={t("side")}
      value="long"
      choices={[
        { value: "long", text: t("long") },
        { value: "short", text: t("short"), disabled: true },
      ]}
      reason={t("short_reason")}
      onChange={() => undefined}
    />
  );
}

function LeverageChoice(props: FixedChoiceProps) {
  const t = useText("order");
  return (
    <ChoiceRow
      {...props}
      label={t("leverage")}
      value="1"
      choices={leverages.map((times) => ({
        value: times,
        text: t("leverage_value", { times }),
        disabled: times !== "1",
      }))}
      reason={t("leverage_reason")}
      onChange={() => undefined}
    />
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

function figuresOf({ preview, isChecking }: TicketView) {
  return { preview, isChecking };
}
