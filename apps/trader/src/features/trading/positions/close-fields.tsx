import type { HeldStock } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import {
  displayDecimal,
  formatPrice,
  formatShares,
  parseShares,
  settlementCurrency,
  shares,
  type Shares,
} from "@sanshi/money";
import { FlashingPrice, Icon } from "@sanshi/ui";
import type { Refusal } from "../../../shared/api.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./close-form.module.css";
import { limitsHint, type CloseMarket } from "./close-market.ts";
import { stepPrice, stepQuantity, type FieldRefusal } from "./close-order.ts";
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
  "bought_today",
  "same_day_sale",
];
export const validityCodes: readonly RefusalCode[] = [
  "order_form_not_offered",
  "opening_has_passed",
  "auction_takes_no_more",
  "after_hours_not_taken_now",
  "good_until_required",
  "good_until_not_allowed",
  "good_until_past",
  "good_until_too_far",
  "good_until_not_trading_day",
  "immediate_only_while_open",
];
export const stopCodes: readonly RefusalCode[] = [
  "stop_price_required",
  "stop_price_not_positive",
  "stop_price_not_on_tick",
  "stop_price_reached",
  "oco_prices_contradict",
];
export const trailCodes: readonly RefusalCode[] = [
  "trail_required",
  "trail_not_positive",
  "trail_not_on_tick",
  "trail_too_wide",
];
export const priceCodes: readonly RefusalCode[] = [
  "price_required",
  "price_not_positive",
  "price_not_on_tick",
  "price_beyond_limit",
  "price_outside_cage",
  "late_limit_too_far",
];

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

type FieldProps = PartProps & { refusal: string | undefined; onChange: (text: string) => void };

export function PriceStepper({
  position,
  market,
  label,
  price,
  refusal,
  onChange,
}: FieldProps & { label: string; price: string }) {
  const t = useText("positions");
  const { terms } = market;
  return (
    <Stepper
      label={label}
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
  const prices = [...priceCodes, ...stopCodes, ...trailCodes, ...validityCodes];
  const own = isAll ? prices : [...quantityCodes, ...prices];
  const shown = refusal !== null && !own.includes(refusal.code);
  return (
    <div aria-live="polite">
      {shown && (
        <p className={styles["refusal"]}>
          <Icon name="alert" size={18} />
          {refusalText(refusal)}
        </p>
      )}
      <RuleWhy refusal={refusal} />
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
