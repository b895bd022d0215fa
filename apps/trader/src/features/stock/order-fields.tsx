import { displayDecimal, parsePrice, parseShares } from "@sanshi/money";
import { Change, FlashingPrice } from "@sanshi/ui";
import { QuoteAge } from "../../shared/quote-age.tsx";
import { useText } from "../../shared/text.ts";
import { showTimeWithSeconds } from "../../shared/times.ts";
import { typeText } from "./keypad-text.ts";
import { NumberStepper } from "./number-stepper.tsx";
import { stepPrice } from "./order-price.ts";
import { fractions, stepQuantity, type Fraction } from "./order-quantity.ts";
import {
  fractionQuantity,
  lotText,
  priceText,
  quantityMax,
  quantityText,
  typedDigits,
  type Ticket,
  type TicketView,
} from "./order-ticket.ts";
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

export function PriceField({ stock, ticket, change, ...field }: FieldProps) {
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

export function QuantityField({
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
