import type { TimeInForce } from "@sanshi/contract";
import { timesInForce } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { CheckField, classNames, Icon } from "@sanshi/ui";
import { useId } from "react";
import { useText } from "./text.ts";
import styles from "./validity-field.module.css";

/** How long an order stands, or when it may trade; the date is of `until_date` alone. */
export type Validity = { timeInForce: TimeInForce; goodUntil: string };

type ValidityFieldProps = {
  value: Validity;
  /** What the market has of this kind of order. */
  offered: readonly string[];
  /** The day of the next session: nothing ends before it. */
  firstDate: string;
  disabled?: boolean;
  /** What else there is to say of the choice. */
  hint?: string | undefined;
  refusal?: string | undefined;
  onChange: (changed: Partial<Validity>) => void;
};

/** A choice of validities as the market's brokers have them, with the day where one is asked for. */
export function ValidityField({ value, offered, firstDate, ...props }: ValidityFieldProps) {
  const t = useText("order");
  const id = useId();
  const { timeInForce, goodUntil } = value;
  const { disabled = false, hint, refusal, onChange } = props;
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{t("time_in_force")}</label>
      <div className={styles["control"]}>
        <select
          id={id}
          value={timeInForce}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            const chosen = timesInForce.find((one) => one === currentTarget.value);
            if (chosen !== undefined) onChange({ timeInForce: chosen });
          }}
        >
          {timesInForce
            .filter((one) => offered.includes(one))
            .map((one) => (
              <option key={one} value={one}>
                {t(`time_${one}`)}
              </option>
            ))}
        </select>
        {timeInForce === "until_date" && (
          <input
            type="date"
            aria-label={t("good_until")}
            value={goodUntil}
            min={firstDate}
            disabled={disabled}
            onChange={({ currentTarget }) => onChange({ goodUntil: currentTarget.value })}
          />
        )}
        <p
          id={`${id}-note`}
          className={classNames(styles["note"], refusal !== undefined && styles["wrong"])}
          aria-live="polite"
        >
          {refusal !== undefined && <Icon name="alert" size={16} />}
          {refusal ?? hint ?? t(`about_${timeInForce}`)}
        </p>
      </div>
    </div>
  );
}

type UnreducedFieldProps = {
  market: MarketKey;
  /** How long what it is about lasts: no dividend comes to an order of the day. */
  timeInForce: TimeInForce;
  value: boolean;
  onChange: (changed: { doNotReduce: boolean }) => void;
};

/** In New York alone dividends lower what waits. */
export function UnreducedField({ market, timeInForce, value, onChange }: UnreducedFieldProps) {
  const t = useText("order");
  if (!mayBeReduced(market, timeInForce)) return null;
  return (
    <CheckField checked={value} onChange={(doNotReduce) => onChange({ doNotReduce })}>
      {t("do_not_reduce")}
    </CheckField>
  );
}

export function mayBeReduced(market: MarketKey, timeInForce: TimeInForce): boolean {
  return market === "usd" && lastsOverDays(timeInForce);
}

export function lastsOverDays(timeInForce: TimeInForce): boolean {
  return timeInForce === "until_cancelled" || timeInForce === "until_date";
}

/** Of a kind that is chosen now: what it does not have does not stay chosen. */
export function validityWithin(timeInForce: TimeInForce, offered: readonly string[]): TimeInForce {
  return offered.includes(timeInForce) ? timeInForce : "until_cancelled";
}
