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
  type Shares,
} from "@sanshi/money";
import { FlashingPrice, Icon, SegmentedControl } from "@sanshi/ui";
import type { Refusal } from "../../../shared/api.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./close-form.module.css";
import { limitsHint, type CloseMarket } from "./close-market.ts";
import {
  stepPrice,
  stepQuantity,
  type CloseForm as Form,
  type FieldRefusal,
} from "./close-order.ts";
import { FractionButtons } from "./fraction-buttons.tsx";
import { Stepper } from "./stepper.tsx";

/** The fields of a closing order, of one position or of all that is held of a stock. */

export const quantityCodes: readonly RefusalCode[] = [
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_exceeds_position",
  "quantity_not_in_lots",
  "quantity_below_minimum",
  "quantity_above_maximum",
];
export const priceCodes: readonly RefusalCode[] = [
  "price_required",
  "price_not_positive",
  "price_not_on_tick",
  "price_beyond_limit",
  "price_outside_cage",
];

export const timesInForce = ["until_cancelled", "day"] as const;

/** What is being closed. */
export type Closed = Pick<HeldStock, "type" | "side">;
type PartProps = { position: Closed; market: CloseMarket };

export function MarketLine({ position, market }: PartProps) {
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
export function KindChoice({ position, market, form, onChange }: KindChoiceProps) {
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

export function PriceStepper({
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

export function QuantityStepper({
  position,
  market,
  held,
  quantity,
  refusal,
  onChange,
}: FieldProps & { held: Shares; quantity: string }) {
  const t = useText("positions");
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
export function GeneralRefusal({
  refusal,
  isAll = false,
}: {
  refusal: Refusal | null;
  /** Where no field is the quantity's, what is said of it stands here too. */
  isAll?: boolean;
}) {
  const own = isAll ? priceCodes : [...quantityCodes, ...priceCodes];
  const shown = refusal !== null && !own.includes(refusal.code);
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
export function sentence(
  found: FieldRefusal | null,
  refused: Refusal | null,
  codes: readonly RefusalCode[],
): string | undefined {
  if (found !== null) return refusalText(found);
  return refused !== null && codes.includes(refused.code) ? refusalText(refused) : undefined;
}
