import { displayDecimal, parsePrice, parseShares } from "@sanshi/money";
import { Button, Change, FlashingPrice, Icon } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { QuoteAge } from "../../shared/quote-age.tsx";
import { useText } from "../../shared/text.ts";
import { showTimeWithSeconds } from "../../shared/times.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { Keypad } from "./keypad.tsx";
import { typeKey, typeText, type KeypadKey } from "./keypad-text.ts";
import { NumberStepper } from "./number-stepper.tsx";
import { stepPrice } from "./order-price.ts";
import { fractions, stepQuantity, type Fraction } from "./order-quantity.ts";
import type { OrderField } from "./order-refusals.ts";
import { OrderSummary, OrderTotal } from "./order-summary.tsx";
import {
  buttonText,
  firstTicket,
  fractionQuantity,
  lotText,
  obstacleOf,
  priceText,
  quantityMax,
  quantityText,
  typedDigits,
  useTicketView,
  type OrderInput,
  type RefusedForm,
  type Ticket,
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

export function OrderForm({ stock, limitPrice, isSending, refused, onPlace }: OrderFormProps) {
  const t = useText("order");
  const [ticket, setTicket] = useState(() => firstTicket(stock, limitPrice));
  const [edited, setEdited] = useState<"price" | "quantity" | null>(null);
  // Like a selected text: the first digit replaces what was there.
  const [isFresh, setIsFresh] = useState(false);
  const edit = (field: "price" | "quantity") => {
    if (edited !== field) setIsFresh(true);
    setEdited(field);
  };
  const view = useTicketView(stock, ticket, isSending ? null : refused);
  const obstacle = obstacleOf(stock, ticket, view, t);
  const change = (part: Partial<Ticket>) => setTicket((before) => ({ ...before, ...part }));
  useAffordable(stock, ticket, view, change);
  const refusalAt = (field: OrderField) => (obstacle?.field === field ? obstacle.text : undefined);
  const ready = obstacle === null && view.preview !== undefined && !view.isChecking;
  const onKey = (key: KeypadKey) => {
    const before = (text: string) => (isFresh && key !== "delete" ? "" : text);
    setIsFresh(false);
    if (edited === "price") {
      const priceText = typeKey(before(ticket.priceText), key, typedDigits(stock));
      change({ priceText, fraction: null });
    } else {
      change({ quantityText: typeKey(before(ticket.quantityText), key, 0), fraction: null });
    }
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && view.input !== null) onPlace(view.input);
      }}
    >
      <QuoteStrip stock={stock} view={view} />
      <ChoiceRow
        label={t("side")}
        value="long"
        choices={[
          { value: "long", text: t("long") },
          { value: "short", text: t("short"), disabled: true },
        ]}
        disabled={isSending}
        reason={t("short_reason")}
        refusal={refusalAt("side")}
        onChange={() => undefined}
      />
      <ChoiceRow
        label={t("kind")}
        value={ticket.kind}
        choices={[
          { value: "market", text: t("market") },
          { value: "limit", text: t("limit") },
        ]}
        disabled={isSending}
        onChange={(kind) => {
          change({ kind });
          if (kind === "market" && edited === "price") setEdited(null);
        }}
      />
      {ticket.kind === "limit" && (
        <PriceField
          stock={stock}
          ticket={ticket}
          change={change}
          refusal={refusalAt("price")}
          isEdited={edited === "price"}
          onEdit={() => edit("price")}
          disabled={isSending}
        />
      )}
      <QuantityField
        stock={stock}
        ticket={ticket}
        view={view}
        change={change}
        refusal={refusalAt("quantity")}
        isEdited={edited === "quantity"}
        onEdit={() => edit("quantity")}
        disabled={isSending}
      />
      <ChoiceRow
        label={t("leverage")}
        value="1"
        choices={leverages.map((times) => ({
          value: times,
          text: t("leverage_value", { times }),
          disabled: times !== "1",
        }))}
        disabled={isSending}
        reason={t("leverage_reason")}
        refusal={refusalAt("leverage")}
        onChange={() => undefined}
      />
      <OrderSummary
        stock={stock}
        ticket={ticket}
        preview={view.preview}
        available={view.available}
        isChecking={view.isChecking}
      />
      <div className={styles["foot"]}>
        {edited !== null && (
          <Keypad
            hasPoint={edited === "price" && typedDigits(stock) > 0}
            onKey={onKey}
            onDone={() => setEdited(null)}
          />
        )}
        <p className={styles["obstacle"]} role="status">
          {obstacle?.field === "ticket" && (
            <>
              <Icon name="alert" size={16} />
              <span>{obstacle.text}</span>
            </>
          )}
        </p>
        <OrderTotal
          stock={stock}
          ticket={ticket}
          preview={view.preview}
          isChecking={view.isChecking}
        />
        <Button type="submit" look="up" wide busy={isSending} disabled={!ready}>
          {buttonText(stock, ticket, t)}
        </Button>
      </div>
    </form>
  );
}

/** The quote that a market order goes by. */
function QuoteStrip({ stock, view: { live } }: { stock: StockDetail; view: TicketView }) {
  const t = useText("order");
  const side = (price: string) => (price === "" ? "–" : displayDecimal(price, 2, 4));
  return (
    <div className={styles["quote"]}>
      <p className={styles["quotePrice"]}>
        <FlashingPrice value={live.price} />
        <Change change={live.change} percent={live.changePercent} />
      </p>
      <p className={styles["quoteLine"]}>
        {t("quote_line", { bid: side(live.bid), ask: side(live.ask) })}
        <span>
          {t("quote_at", { time: showTimeWithSeconds(new Date(live.at).toISOString()) })}{" "}
          <QuoteAge at={live.at} open={stock.market.open} />
        </span>
      </p>
    </div>
  );
}

type FieldProps = {
  stock: StockDetail;
  ticket: Ticket;
  change: (part: Partial<Ticket>) => void;
  refusal: string | undefined;
  isEdited: boolean;
  onEdit: () => void;
  disabled: boolean;
};

function PriceField({ stock, ticket, change, ...field }: FieldProps) {
  const t = useText("order");
  const shown = (price: string) => displayDecimal(price, 2, 4);
  const tick = displayDecimal(stock.tick, 0, 4);
  const { limit_down: low, limit_up: high } = stock;
  const step = (steps: 1 | -1) => {
    const from = parsePrice(ticket.priceText.replace(/\.$/, "")) ?? parsePrice(stock.price);
    const size = parsePrice(stock.tick);
    if (from === null || size === null) return;
    const next = stepPrice({
      from,
      tick: size,
      steps,
      low: low === null ? null : parsePrice(low),
      high: high === null ? null : parsePrice(high),
    });
    change({ priceText: priceText(next, stock), fraction: null });
  };
  return (
    <NumberStepper
      {...field}
      label={t("limit_price")}
      value={ticket.priceText}
      unit={stock.type.toUpperCase()}
      hint={
        low === null || high === null
          ? t("limit_tick", { tick })
          : t("limit_range", { low: shown(low), high: shown(high), tick })
      }
      onType={(text) =>
        change({ priceText: typeText(text, ticket.priceText, typedDigits(stock)), fraction: null })
      }
      onStep={step}
    />
  );
}

function QuantityField({
  stock,
  ticket,
  view,
  change,
  ...field
}: FieldProps & { view: TicketView }) {
  const t = useText("order");
  const lot = parseShares(stock.lot);
  const step = (steps: 1 | -1) => {
    const from = parseShares(ticket.quantityText === "" ? "0" : ticket.quantityText);
    if (from === null || lot === null) return;
    const next = stepQuantity(from, lot, steps, quantityMax);
    change({ quantityText: quantityText(next), fraction: null });
  };
  const take = (percent: Fraction) => {
    const quantity = fractionQuantity(stock, ticket, view, percent);
    if (quantity !== null) change({ quantityText: quantityText(quantity), fraction: percent });
  };
  return (
    <NumberStepper
      {...field}
      label={t("quantity")}
      value={ticket.quantityText}
      unit={t("unit")}
      hint={stock.lot === "1" ? t("quantity_whole") : t("quantity_hint", { lot: lotText(stock) })}
      onType={(text) =>
        change({ quantityText: typeText(text, ticket.quantityText, 0), fraction: null })
      }
      onStep={step}
    >
      <div className={styles["fractions"]} role="group" aria-label={t("fraction")}>
        {fractions.map((percent) => (
          <button
            key={percent}
            type="button"
            className={styles["fraction"]}
            aria-pressed={ticket.fraction === percent}
            disabled={field.disabled || view.available === undefined}
            onClick={() => take(percent)}
          >
            {percent}%
          </button>
        ))}
      </div>
    </NumberStepper>
  );
}

/** A fraction promises to be affordable: when the price moved meanwhile, it gives up a lot. */
function useAffordable(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  change: (part: Partial<Ticket>) => void,
): void {
  const { fraction, quantityText: text } = ticket;
  const isShort = view.preview?.available_after.startsWith("-") === true && !view.isChecking;
  useEffect(() => {
    if (fraction === null || !isShort) return;
    const quantity = parseShares(text);
    const lot = parseShares(stock.lot);
    if (quantity === null || lot === null || quantity < lot) return;
    change({ quantityText: quantityText(stepQuantity(quantity, lot, -1, quantityMax)) });
    // `change` only sets state, and is another function with every rendering.
  }, [fraction, isShort, text, stock.lot]);
}
