import type { HeldStock } from "@sanshi/contract";
import { formatPrice, settlementCurrency } from "@sanshi/money";
import { Button, FlashingPrice, Icon, SignedAmount } from "@sanshi/ui";
import { useState, type ReactNode } from "react";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import styles from "./close-form.module.css";
import { useCloseMarket, type CloseMarket } from "./close-market.ts";
import { stepPrice } from "./close-order.ts";
import {
  exitChanges,
  exitFieldOf,
  bracketOf,
  resultAt,
  type ExitField,
  type BracketForm as Form,
} from "./bracket.ts";
import { Stepper } from "./stepper.tsx";
import { useOrderCall } from "./use-order-call.ts";

type BracketFormProps = { position: HeldStock; onDone: () => void };

/** A price for the gain and one for the loss; an empty one is none. */
export function BracketForm({ position, onDone }: BracketFormProps) {
  const t = useText("positions");
  const market = useCloseMarket(position);
  const call = useOrderCall("/trade/set-exits", () => {
    toast(t("bracket_saved"));
    onDone();
  });
  const [before] = useState(() => bracketOf(position));
  const [form, setForm] = useState<Form>(before);
  const changed = exitChanges(before, form);
  const isChanged = Object.keys(changed).length > 0;
  const at = call.refusal === null ? null : exitFieldOf(call.refusal);
  const field = (name: ExitField) => ({
    position,
    market,
    value: form[name],
    refusal: at === name && call.refusal !== null ? refusalText(call.refusal) : undefined,
    onChange: (text: string) => {
      call.clearRefusal();
      setForm((current) => ({ ...current, [name]: text }));
    },
  });
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void call.send({ id: position.id, ...changed });
      }}
    >
      <p className={styles["now"]}>
        <span>{t("now_price")}</span>
        <FlashingPrice value={market.price} className={styles["nowPrice"] ?? ""} />
      </p>
      <ExitField {...field("takeProfit")} label={t("take_profit")} />
      <ExitField {...field("stopLoss")} label={t("stop_loss")} />
      <p className={styles["small"]}>{t("bracket_note")}</p>
      <div aria-live="polite">
        {call.refusal !== null && at === null && (
          <p className={styles["refusal"]}>
            <Icon name="alert" size={18} />
            {refusalText(call.refusal)}
          </p>
        )}
        <RuleWhy refusal={call.refusal} />
      </div>
      <div className={styles["submit"]}>
        <Button type="submit" wide busy={call.busy} disabled={!isChanged}>
          {t("bracket_save")}
        </Button>
      </div>
    </form>
  );
}

type ExitFieldProps = {
  position: HeldStock;
  market: CloseMarket;
  label: string;
  value: string;
  refusal: string | undefined;
  onChange: (text: string) => void;
};

function ExitField({ position, market, value, ...field }: ExitFieldProps) {
  const t = useText("positions");
  const result = resultAt(position, value);
  const step = (direction: 1 | -1) => {
    if (market.terms === null) return;
    // Nobody waits for a price beyond today's limits today, but an exit outlives the day.
    const terms = { ...market.terms, limitUp: null, limitDown: null };
    const stepped = stepPrice(value === "" ? market.price : value, direction, terms);
    field.onChange(formatPrice(stepped, settlementCurrency(position.type)));
  };
  return (
    <Stepper
      {...field}
      value={value}
      onStep={step}
      lowerLabel={t("lower_price")}
      raiseLabel={t("raise_price")}
      decimals
      placeholder={t("exit_none")}
      hint={<ExitHint result={result} onRemove={() => field.onChange("")} />}
    />
  );
}

type ExitHintProps = { result: string | null; onRemove: () => void };

function ExitHint({ result, onRemove }: ExitHintProps): ReactNode {
  const t = useText("positions");
  if (result === null) return t("exit_empty_hint");
  return (
    <span className={styles["exitHint"]}>
      <span>
        {t("exit_result")} <SignedAmount value={result} />
      </span>
      <button type="button" className={styles["remove"]} onClick={onRemove}>
        {t("exit_remove")}
      </button>
    </span>
  );
}
