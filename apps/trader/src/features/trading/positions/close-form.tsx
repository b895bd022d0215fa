import type { HeldStock } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import {
  displayDecimal,
  formatPrice,
  formatShares,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
} from "@sanshi/money";
import { Button, FlashingPrice, Icon, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { HaltBanner } from "../../../shared/halt-banner.tsx";
import { inLanguage } from "@sanshi/web/language";
import { refusalText, useText, type Translate } from "../../../shared/text.ts";
import { EstimateTable } from "./close-estimate-table.tsx";
import { estimateClose, isPriced } from "./close-estimate.ts";
import { useFeeSchedule } from "./close-fees.ts";
import styles from "./close-form.module.css";
import { limitsHint, useCloseMarket, type CloseMarket } from "./close-market.ts";
import {
  checkClose,
  stepPrice,
  stepQuantity,
  type CloseForm as Form,
  type FieldRefusal,
} from "./close-order.ts";
import type { ClosedPart } from "./close-answer.tsx";
import { FractionButtons } from "./fraction-buttons.tsx";
import { Stepper } from "./stepper.tsx";
import { useOrderCall } from "./use-order-call.ts";
import { freeShares } from "./working-order.ts";

type CloseFormProps = { position: HeldStock; onAnswer: (answer: ClosedPart) => void };

const quantityCodes: readonly RefusalCode[] = [
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_exceeds_position",
  "quantity_not_in_lots",
  "quantity_below_minimum",
  "quantity_above_maximum",
];
const priceCodes: readonly RefusalCode[] = [
  "price_required",
  "price_not_positive",
  "price_not_on_tick",
  "price_beyond_limit",
  "price_outside_cage",
];

const timesInForce = ["until_cancelled", "day"] as const;

/** Kind, price and quantity of a closing order; below them what it would bring. */
export function CloseForm({ position, onAnswer }: CloseFormProps) {
  const t = useText("positions");
  const market = useCloseMarket(position);
  const fees = useFeeSchedule(position.type);
  const order = useOrderCall("/trade/close-position", onAnswer);
  const [form, setForm] = useState<Form>({
    kind: "market",
    quantity: formatShares(freeShares(position)),
    price: "",
    timeInForce: "until_cancelled",
  });
  const free = freeShares(position);
  const quantity = parseShares(form.quantity) ?? shares(0n);
  const found = checkClose(form, free, market.terms, position.type);
  const at = form.kind === "limit" ? form.price : market.otherSide;
  const estimate = estimateClose(position, quantity, at, fees);
  // What can be closed does not wait for what it would cost.
  const sound = found.quantity === null && found.price === null && isPriced(position, quantity, at);
  const change = (changed: Partial<Form>) => {
    order.clearRefusal();
    setForm((before) => ({ ...before, ...changed }));
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (sound) void order.send(closeInput(position, form));
      }}
    >
      <MarketLine position={position} market={market} />
      <KindChoice form={form} market={market} position={position} onChange={change} />
      {form.kind === "limit" && (
        <PriceStepper
          position={position}
          market={market}
          price={form.price}
          // An empty price is a beginning, not yet a mistake.
          refusal={sentence(form.price === "" ? null : found.price, order.refusal, priceCodes)}
          onChange={(price) => change({ price })}
        />
      )}
      <QuantityStepper
        position={position}
        market={market}
        quantity={form.quantity}
        refusal={sentence(found.quantity, order.refusal, quantityCodes)}
        onChange={(text) => change({ quantity: text })}
      />
      {form.kind === "limit" && (
        <SegmentedControl
          label={t("time_in_force")}
          choices={timesInForce.map((value) => ({ value, label: t(`time_${value}`) }))}
          value={form.timeInForce}
          onChange={(timeInForce) => change({ timeInForce })}
        />
      )}
      {market.halt !== null && <HaltBanner halt={market.halt} />}
      <EstimateTable position={position} estimate={sound ? estimate : null} />
      <GeneralRefusal refusal={order.refusal} />
      <div className={styles["submit"]}>
        <Button
          type="submit"
          look={position.side === "long" ? "down" : "up"}
          wide
          busy={order.busy}
          disabled={!sound || market.halt !== null}
        >
          {submitText(position, form, t)}
        </Button>
      </div>
    </form>
  );
}

/** A limit's time in force; a sale at the market waits for nothing. */
function closeInput({ id }: HeldStock, { kind, quantity, price, timeInForce }: Form) {
  if (kind === "market") return { id, kind, quantity };
  return { id, kind, quantity, price, time_in_force: timeInForce };
}

type PartProps = { position: HeldStock; market: CloseMarket };

function MarketLine({ position, market }: PartProps) {
  const t = useText("positions");
  return (
    <p className={styles["now"]}>
      <span>{t("now_price")}</span>
      <FlashingPrice value={market.price} className={styles["nowPrice"] ?? ""} />
      <span>{position.side === "long" ? t("bid") : t("ask")}</span>
      <FlashingPrice value={market.otherSide} className={styles["nowPrice"] ?? ""} />
    </p>
  );
}

type KindChoiceProps = PartProps & { form: Form; onChange: (changed: Partial<Form>) => void };

/** A limit begins at the price that a market order would meet. */
function KindChoice({ position, market, form, onChange }: KindChoiceProps) {
  const t = useText("positions");
  const met = parsePrice(market.otherSide);
  const first = met === null ? "" : formatPrice(met, settlementCurrency(position.type));
  return (
    <SegmentedControl
      label={t("order_kind")}
      choices={[
        { value: "market", label: t("market_order") },
        { value: "limit", label: t("limit_order") },
      ]}
      value={form.kind}
      onChange={(kind) => onChange({ kind, price: form.price === "" ? first : form.price })}
    />
  );
}

type FieldProps = PartProps & { refusal: string | undefined; onChange: (text: string) => void };

function PriceStepper({
  position,
  market,
  price,
  refusal,
  onChange,
}: FieldProps & { price: string }) {
  const t = useText("positions");
  const { terms } = market;
  return (
    <Stepper
      label={t("limit_price")}
      value={price}
      onChange={onChange}
      onStep={(direction) => {
        if (terms === null) return;
        const stepped = stepPrice(price, direction, terms);
        onChange(formatPrice(stepped, settlementCurrency(position.type)));
      }}
      lowerLabel={t("lower_price")}
      raiseLabel={t("raise_price")}
      decimals
      hint={limitsHint(market, t)}
      refusal={refusal}
    />
  );
}

function QuantityStepper({
  position,
  market,
  quantity,
  refusal,
  onChange,
}: FieldProps & { quantity: string }) {
  const t = useText("positions");
  const held = freeShares(position);
  const lot = market.terms?.lot ?? shares(1n);
  return (
    <>
      <Stepper
        label={t("quantity")}
        value={quantity}
        onChange={onChange}
        onStep={(direction) => onChange(formatShares(stepQuantity(quantity, direction, held, lot)))}
        lowerLabel={t("fewer")}
        raiseLabel={t("more")}
        hint={t(position.side === "long" ? "held_hint" : "held_hint_short", {
          quantity: displayDecimal(formatShares(held), 0, 0),
          lot: formatShares(lot),
        })}
        refusal={refusal}
      />
      <FractionButtons
        held={held}
        lot={lot}
        quantity={parseShares(quantity) ?? shares(0n)}
        onChoose={onChange}
      />
    </>
  );
}

/** What has no field of its own stands above the button. */
function GeneralRefusal({ refusal }: { refusal: Refusal | null }) {
  const shown = refusal !== null && ![...quantityCodes, ...priceCodes].includes(refusal.code);
  return (
    <div aria-live="polite">
      {shown && (
        <p className={styles["refusal"]}>
          <Icon name="alert" size={18} />
          {refusalText(refusal)}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field: found here, or said by the server. */
function sentence(
  found: FieldRefusal | null,
  refused: Refusal | null,
  codes: readonly RefusalCode[],
): string | undefined {
  if (found !== null) return refusalText(found);
  return refused !== null && codes.includes(refused.code) ? refusalText(refused) : undefined;
}

function submitText(position: HeldStock, form: Form, t: Translate<"positions">): string {
  const gaps = {
    name: inLanguage(position.names),
    quantity: displayDecimal(form.quantity, 0, 0),
    count: Number(parseShares(form.quantity) ?? 0n),
    price: displayDecimal(form.price, 2, 4),
  };
  if (position.side === "short") {
    return form.kind === "market" ? t("cover_at_market", gaps) : t("cover_at_limit", gaps);
  }
  return form.kind === "market" ? t("sell_at_market", gaps) : t("sell_at_limit", gaps);
}
