import { displayDecimal, formatPrice, price, settlementCurrency } from "@sanshi/money";
import { SegmentedControl } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import type { Closed } from "./close-fields.tsx";
import type { CloseMarket } from "./close-market.ts";
import { stepTrail, stopNow, type TrailBy, type TrailFields } from "./close-order.ts";
import { Stepper } from "./stepper.tsx";

type TrailFieldProps = {
  position: Closed;
  market: CloseMarket;
  form: TrailFields;
  /** From which the stop is reckoned: what it has seen, or the market's price. */
  best?: string | undefined;
  refusal: string | undefined;
  onChange: (changed: Partial<TrailFields>) => void;
};

/** How far a stop stays behind the best price, and where that is now. */
export function TrailField({ position, market, form, best, refusal, onChange }: TrailFieldProps) {
  const t = useText("positions");
  const { terms } = market;
  const currency = settlementCurrency(position.type);
  const stop = stopNow(form, position.side, best ?? market.price, terms);
  const isLong = position.side === "long";
  const now =
    stop === null
      ? ""
      : t("trail_now", { stop: displayDecimal(formatPrice(stop, currency), 0, 4) });
  return (
    <>
      <SegmentedControl<TrailBy>
        label={t("trail_by")}
        choices={[
          { value: "percent", label: t("trail_by_percent") },
          { value: "amount", label: t("trail_by_amount") },
        ]}
        value={form.trailBy}
        onChange={(trailBy) => onChange({ trailBy, trail: "" })}
      />
      <Stepper
        label={t(form.trailBy === "amount" ? "trail_amount" : "trail_percent")}
        value={form.trail}
        onChange={(trail) => onChange({ trail })}
        onStep={(direction) => {
          const stepped = stepTrail(form, direction, terms?.tick ?? price(1n));
          const trail = formatPrice(stepped, form.trailBy === "amount" ? currency : "USD");
          onChange({ trail: form.trailBy === "amount" ? trail : trail.replace(/\.?0+$/, "") });
        }}
        lowerLabel={t("trail_less")}
        raiseLabel={t("trail_more")}
        decimals
        hint={`${t(isLong ? "trail_hint" : "trail_hint_short")} ${now}`}
        refusal={refusal}
      />
    </>
  );
}
