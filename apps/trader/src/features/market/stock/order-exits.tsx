import { exitPartsMax } from "@sanshi/contract/constants";
import { displayDecimal, formatShares, parsePrice, parseShares, shares } from "@sanshi/money";
import { Button, Icon } from "@sanshi/ui";
import { useText, type Translate } from "../../../shared/text.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { NumberStepper } from "./number-stepper.tsx";
import { OrderBracket } from "./order-bracket.tsx";
import type { TicketEntry } from "./order-entry.ts";
import {
  changedExit,
  exitField,
  exitKinds,
  nextExit,
  pricesOf,
  sharesOf,
  type ExitText,
  type TicketExit,
} from "./order-exits.ts";
import { stepPrice } from "./order-price.ts";
import { stepQuantity } from "./order-quantity.ts";
import type { OrderField } from "./order-refusals.ts";
import { limitsOf, otherSideOrLast, priceText, quantityText, sharesMax } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import { wireNumber } from "./keypad-text.ts";
import styles from "./order-sheet.module.css";

type OrderExitsProps = {
  stock: StockDetail;
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusalAt: (field: OrderField) => string | undefined;
};

/** Where the position closes by itself: all of it at two prices, or parts of it, each in its own way. */
export function OrderExits(props: OrderExitsProps) {
  const t = useText("order");
  const { entry, disabled, refusalAt } = props;
  const { ticket } = entry;
  const isInParts = ticket.exits.length > 0;
  return (
    <div className={styles["exits"]}>
      <ChoiceRow
        label={t("exits")}
        value={isInParts ? "parts" : "all"}
        choices={[
          { value: "all", text: t("exits_all") },
          { value: "parts", text: t("exits_parts") },
        ]}
        disabled={disabled}
        reason={isInParts ? t("exits_about") : ""}
        refusal={refusalAt("exits")}
        onChange={entry.chooseExits}
      />
      {isInParts ? <ExitParts {...props} /> : <OrderBracket {...props} />}
    </div>
  );
}

function ExitParts(props: OrderExitsProps) {
  const t = useText("order");
  const { entry, disabled } = props;
  const { ticket } = entry;
  const together = sharesOf(ticket.exits);
  const rest = shares((parseShares(ticket.quantity) ?? 0n) - together);
  const shown = (quantity: bigint) => displayDecimal(formatShares(shares(quantity)), 0, 0);
  return (
    <>
      {ticket.exits.map((exit, index) => (
        // A place is all that tells two exits apart that nobody has typed into yet.
        <ExitPart key={index} {...props} exit={exit} index={index} />
      ))}
      <p className={styles["exitSum"]} aria-live="polite" data-beyond={rest < 0n || undefined}>
        {t(rest < 0n ? "exits_beyond" : "exits_sum", {
          quantity: shown(together),
          of: displayDecimal(ticket.quantity === "" ? "0" : ticket.quantity, 0, 0),
          rest: shown(rest < 0n ? -rest : rest),
        })}
      </p>
      {ticket.exits.length < exitPartsMax && (
        <Button
          look="quiet"
          small
          disabled={disabled}
          onClick={() => entry.change({ exits: [...ticket.exits, nextExit(ticket)] })}
        >
          {t("exit_add")}
        </Button>
      )}
    </>
  );
}

type ExitPartProps = OrderExitsProps & { exit: TicketExit; index: number };

/** How many shares, at what, and a way to have none of it. */
function ExitPart(props: ExitPartProps) {
  const t = useText("order");
  const { entry, disabled, exit, index } = props;
  const { exits } = entry.ticket;
  const change = (part: Partial<TicketExit>) =>
    entry.change({ exits: changedExit(exits, index, part) });
  const number = index + 1;
  return (
    <fieldset className={styles["exitPart"]}>
      <legend className={styles["exitHead"]}>
        {t("exit_part", { number })}
        <button
          type="button"
          className={styles["exitRemove"]}
          aria-label={t("exit_remove", { number })}
          disabled={disabled}
          onClick={() => entry.removeExit(index)}
        >
          <Icon name="close" size={18} />
        </button>
      </legend>
      <ChoiceRow
        wide
        label={t("exit_kind", { number })}
        value={exit.kind}
        choices={exitKinds.map((kind) => ({ value: kind, text: t(`exit_${kind}`) }))}
        disabled={disabled}
        onChange={(kind) => change({ kind })}
      />
      {exit.kind === "trailing" && (
        <ChoiceRow
          label={t("exit_trail_by")}
          value={exit.trailBy}
          choices={[
            { value: "percent", text: t("exit_percent") },
            { value: "amount", text: t("exit_amount") },
          ]}
          disabled={disabled}
          onChange={(trailBy) => change({ trailBy })}
        />
      )}
      <ExitNumber {...props} text="quantity" />
      {pricesOf(exit).map((text) => (
        <ExitNumber key={text} {...props} text={text} />
      ))}
    </fieldset>
  );
}

const labels = {
  quantity: "quantity",
  takeProfit: "take_profit",
  stopLoss: "stop_loss",
  trailPercent: "exit_trail",
  trailAmount: "exit_trail",
} as const;

function ExitNumber(props: ExitPartProps & { text: ExitText }) {
  const t = useText("order");
  const { stock, entry, view, disabled, refusalAt, exit, index, text } = props;
  const field = exitField(index, text);
  const now = otherSideOrLast(entry.ticket.side, view.live);
  // The server does not say in which of both ways the distance was typed.
  const isTrail = text === "trailPercent" || text === "trailAmount";
  const trails = ["trailPercent", "trailAmount"] as const;
  const ofTrail = isTrail
    ? trails.map((one) => refusalAt(exitField(index, one))).find((said) => said !== undefined)
    : undefined;
  const units = { quantity: t("unit"), trailPercent: "%" };
  return (
    <NumberStepper
      label={t(labels[text])}
      value={exit[text]}
      unit={text === "quantity" || text === "trailPercent" ? units[text] : stock.type.toUpperCase()}
      hint={hintOf(text, entry.ticket.side, displayDecimal(now, 2, 4), t)}
      placeholder={t("exit_empty")}
      refusal={refusalAt(field) ?? ofTrail}
      isEdited={entry.edited === field}
      disabled={disabled}
      onEdit={() => entry.edit(field)}
      onType={(typed) => entry.type(field, typed)}
      onStep={(steps) => {
        const next = stepped(stock, exit, text, { steps, now });
        if (next !== null) entry.write(field, next);
      }}
    />
  );
}

function hintOf(
  text: ExitText,
  side: "long" | "short",
  price: string,
  t: Translate<"order">,
): string {
  if (text === "takeProfit") return t(`take_profit_hint_${side}`, { price });
  if (text === "stopLoss") return t(`stop_loss_hint_${side}`, { price });
  return text === "quantity" ? "" : t(`exit_trail_hint_${side}`);
}

/** A tenth of a per cent, a tick or a lot more or less; a price begins at the market's. */
function stepped(
  stock: StockDetail,
  exit: TicketExit,
  text: ExitText,
  { steps, now }: { steps: 1 | -1; now: string },
): string | null {
  if (text === "quantity") {
    const from = parseShares(exit.quantity === "" ? "0" : exit.quantity);
    const lot = parseShares(stock.lot);
    const least = parseShares(stock.lot_min);
    if (from === null || lot === null || least === null) return null;
    return quantityText(stepQuantity(from, lot, steps, sharesMax, least));
  }
  const typed = parsePrice(wireNumber(exit[text]));
  if (text === "trailPercent") {
    const tenths = Math.max(1, Math.round(Number(exit.trailPercent || "0") * 10) + steps);
    return (tenths / 10).toString();
  }
  const tick = parsePrice(stock.tick);
  if (tick === null) return null;
  if (text === "trailAmount") {
    return priceText(stepPrice({ from: typed ?? tick, tick, steps, low: tick, high: null }), stock);
  }
  const from = typed ?? parsePrice(now);
  return from === null
    ? null
    : priceText(stepPrice({ from, tick, steps, ...limitsOf(stock) }), stock);
}
