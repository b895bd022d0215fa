import type { HeldStock } from "@sanshi/contract";
import { displayDecimal, formatShares, parseShares, shares } from "@sanshi/money";
import { Button, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { HaltBanner } from "../../../shared/halt-banner.tsx";
import { inLanguage } from "@sanshi/web/language";
import { useText, type Translate } from "../../../shared/text.ts";
import type { ClosedPart } from "./close-answer.tsx";
import { EstimateTable } from "./close-estimate-table.tsx";
import { estimateClose, isPriced } from "./close-estimate.ts";
import { useFeeSchedule } from "./close-fees.ts";
import {
  GeneralRefusal,
  KindChoice,
  MarketLine,
  priceCodes,
  PriceStepper,
  quantityCodes,
  QuantityStepper,
  sentence,
  timesInForce,
} from "./close-fields.tsx";
import styles from "./close-form.module.css";
import { useCloseMarket } from "./close-market.ts";
import { checkClose, type CloseForm as Form } from "./close-order.ts";
import { useOrderCall } from "./use-order-call.ts";
import { freeShares } from "./working-order.ts";

type CloseFormProps = { position: HeldStock; onAnswer: (answer: ClosedPart) => void };

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
        held={free}
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

/** What the button does. */
export function submitText(
  position: Pick<HeldStock, "names" | "side">,
  form: Pick<Form, "kind" | "quantity" | "price">,
  t: Translate<"positions">,
): string {
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
