import { classNames, Icon } from "@sanshi/ui";
import { useId } from "react";
import styles from "./order-sheet.module.css";

type Choice<Value extends string> = {
  value: Value;
  text: string;
  /** Not to be had: it stands there with a lock, and choosing it shows why. */
  locked?: boolean;
  /** The market's colours, where a choice is to buy or to sell. */
  look?: "up" | "down";
};

type ChoiceRowProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  disabled?: boolean;
  /** Over the whole width, its label only read out. */
  wide?: boolean;
  /** Why a choice is locked, or what else there is to say. */
  reason?: string;
  refusal?: string | undefined;
  onChange: (value: Value) => void;
};

/** A few choices beside their label; one that is not to be had says why. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { label, value, choices, disabled, wide, reason, refusal, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles["row"]} aria-labelledby={id} aria-describedby={`${id}-note`}>
      <span id={id} className={wide === true ? "visually-hidden" : styles["label"]}>
        {label}
      </span>
      <div className={styles["control"]}>
        <div className={styles["choices"]}>
          {choices.map((choice) => (
            <label
              key={choice.value}
              className={classNames(
                styles["choice"],
                choice.locked === true && styles["shut"],
                choice.look !== undefined && styles[choice.look],
              )}
            >
              <input
                type="radio"
                name={id}
                checked={choice.value === value}
                disabled={disabled === true}
                onChange={() => onChange(choice.value)}
              />
              {choice.locked === true && <Icon name="lock" size={12} />}
              {choice.text}
            </label>
          ))}
        </div>
        <div id={`${id}-note`} aria-live="polite">
          {refusal !== undefined && (
            <p className={styles["refusal"]}>
              <Icon name="alert" size={16} />
              <span>{refusal}</span>
            </p>
          )}
          {refusal === undefined && reason !== undefined && reason !== "" && (
            <p className={styles["hint"]}>{reason}</p>
          )}
        </div>
      </div>
    </fieldset>
  );
}
