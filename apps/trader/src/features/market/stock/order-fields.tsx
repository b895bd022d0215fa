import { displayDecimal, parsePrice, parseShares, settlementCurrency } from "@sanshi/money";
import { Change, FlashingPrice } from "@sanshi/ui";
import type { ReactNode } from "react";
import { QuoteAge } from "../../../shared/quote-age.tsx";
import { useText, type Translate } from "../../../shared/text.ts";
import { showTimeWithSeconds } from "../../../shared/times.ts";
import { wireNumber } from "./keypad-text.ts";
import { NumberStepper } from "./number-stepper.tsx";
import type { TicketEntry } from "./order-entry.ts";
import { plainPrice, stepPrice } from "./order-price.ts";
import { fractions, stepQuantity, type Fraction } from "./order-quantity.ts";
import {
  fractionAmount,
  fractionQuantity,
  limitsOf,
  lotText,
  priceText,
  sharesMax,
  quantityText,
  type TextField,
} from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

/** The quote that a market order goes by. */
export function QuoteStrip({ stock, view: { live } }: { stock: StockDetail; view: TicketView }) {
  const t = useText("order");
  const side = (price: string) => (!/[1-9]/.test(price) ? "–" : displayDecimal(price, 2, 4));
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
          <QuoteAge at={live.at} open={stock.market.open} isUnknown={live.isAgeUnknown} />
        </span>
      </p>
    </div>
  );
}

type FieldProps = {
  stock: StockDetail;
  entry: TicketEntry;
  /** The newest price: where an empty field's first step begins. */
  now: string;
  refusal: string | undefined;
  disabled: boolean;
};

type PriceFieldProps = FieldProps & {
  field: Exclude<TextField, "quantity" | "amount">;
  label: string;
  hint: string;
  placeholder?: string;
};

/** A price, typed or stepped by the tick within the day's limits. */
export function PriceField({ stock, entry, now, field, ...rest }: PriceFieldProps) {
  const { ticket, edited } = entry;
  const step = (steps: 1 | -1) => {
    const from = parsePrice(wireNumber(ticket[field])) ?? parsePrice(now);
    const tick = parsePrice(stock.tick);
    if (from === null || tick === null) return;
    const next = stepPrice({ from, tick, steps, ...limitsOf(stock) });
    entry.write(field, priceText(next, stock));
  };
  return (
    <NumberStepper
      {...rest}
      value={ticket[field]}
      unit={stock.type.toUpperCase()}
      isEdited={edited === field}
      onEdit={() => entry.edit(field)}
      onType={(text) => entry.type(field, text)}
      onStep={step}
    />
  );
}

/** The day's limits and the tick. */
export function limitHint(stock: StockDetail, t: Translate<"order">): string {
  const { limit_down: low, limit_up: high } = stock;
  const shown = (price: string) => displayDecimal(price, 2, 4);
  const tick = displayDecimal(stock.tick, 0, 4);
  return low === null || high === null
    ? t("limit_tick", { tick })
    : t("limit_range", { low: shown(low), high: shown(high), tick });
}

/** Single shares, whole lots, or, as on STAR, a least number of shares and any above it. */
function lotHint(stock: StockDetail, t: Translate<"order">): string {
  if (stock.lot_min === "1") return t("quantity_whole");
  const key = stock.lot === stock.lot_min ? "quantity_hint" : "quantity_from_hint";
  return t(key, { lot: lotText(stock) });
}

type QuantityFieldProps = FieldProps & { view: TicketView };

/** How many: as a quantity, or as the amount of money that it may cost. */
export function QuantityField(props: QuantityFieldProps) {
  const t = useText("order");
  const { entry, disabled } = props;
  const isAmount = entry.ticket.amount !== null;
  const beside = (
    <button
      type="button"
      className={styles["by"]}
      disabled={disabled}
      onClick={() => entry.chooseBy(isAmount ? "quantity" : "amount")}
    >
      {t(isAmount ? "by_quantity" : "by_amount")}
    </button>
  );
  return isAmount ? (
    <AmountStepper {...props} beside={beside} />
  ) : (
    <QuantityStepper {...props} beside={beside} />
  );
}

type StepperProps = QuantityFieldProps & { beside: ReactNode };

function QuantityStepper({ stock, entry, view, ...rest }: StepperProps) {
  const t = useText("order");
  const { ticket, edited } = entry;
  const lot = parseShares(stock.lot);
  const least = parseShares(stock.lot_min);
  const step = (steps: 1 | -1) => {
    const from = parseShares(ticket.quantity === "" ? "0" : ticket.quantity);
    if (from === null || lot === null || least === null) return;
    entry.write("quantity", quantityText(stepQuantity(from, lot, steps, sharesMax, least)));
  };
  const take = (percent: Fraction) => {
    const quantity = fractionQuantity(stock, ticket, view, percent);
    if (quantity === null) return;
    entry.change({ quantity: quantityText(quantity), fraction: percent });
  };
  return (
    <NumberStepper
      {...rest}
      label={t("quantity")}
      value={ticket.quantity}
      unit={t("unit")}
      hint={lotHint(stock, t)}
      isEdited={edited === "quantity"}
      onEdit={() => entry.edit("quantity")}
      onType={(text) => entry.type("quantity", text)}
      onStep={step}
    >
      <Fractions entry={entry} view={view} disabled={rest.disabled} onTake={take} />
    </NumberStepper>
  );
}

/** One touch of the plus, in whole currency. */
const amountSteps = { jpy: 10_000, usd: 100, cny: 1_000 } as const;

function AmountStepper({ stock, entry, view, ...rest }: StepperProps) {
  const t = useText("order");
  const { ticket, edited } = entry;
  const step = (steps: 1 | -1) => {
    const next = Number(ticket.amount ?? "") + steps * amountSteps[stock.type];
    entry.write("amount", next > 0 ? String(next) : "");
  };
  const take = (percent: Fraction) => {
    const amount = fractionAmount(stock, view, percent);
    if (amount !== null) entry.change({ amount: plainPrice(amount), fraction: percent });
  };
  return (
    <NumberStepper
      {...rest}
      label={t("spend")}
      value={ticket.amount ?? ""}
      unit={settlementCurrency(stock.type)}
      hint={
        parseShares(ticket.quantity) === null
          ? lotHint(stock, t)
          : t("amount_buys", { quantity: displayDecimal(ticket.quantity, 0, 0) })
      }
      isEdited={edited === "amount"}
      onEdit={() => entry.edit("amount")}
      onType={(text) => entry.type("amount", text)}
      onStep={step}
    >
      <Fractions entry={entry} view={view} disabled={rest.disabled} onTake={take} />
    </NumberStepper>
  );
}

type FractionsProps = {
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  onTake: (percent: Fraction) => void;
};

function Fractions({ entry, view, disabled, onTake }: FractionsProps) {
  const t = useText("order");
  return (
    <div className={styles["fractions"]} role="group" aria-label={t("fraction")}>
      {fractions.map((percent) => (
        <button
          key={percent}
          type="button"
          className={styles["fraction"]}
          aria-pressed={entry.ticket.fraction === percent}
          disabled={disabled || view.available === undefined}
          onClick={() => onTake(percent)}
        >
          {percent}%
        </button>
      ))}
    </div>
  );
}
