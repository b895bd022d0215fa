import { classNames, Icon } from "@sanshi/ui";
import { useId } from "react";
import styles from "./order-sheet.module.css";

type ChoiceRowProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; text: string; disabled?: boolean }[];
  disabled?: boolean;
  /** Why a choice is disabled, or what else there is to say. */
  reason?: string;
  refusal?: string | undefined;
  onChange: (value: Value) => void;
};

/** A few choices beside their label; one that is not to be had says why. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { label, value, choices, disabled, reason, refusal, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles["row"]} aria-labelledby={id} aria-describedby={`${id}-note`}>
      <span id={id} className={styles["label"]}>
        {label}
      </span>
      <div className={styles["control"]}>
        <div className={styles["choices"]}>
          {choices.map((choice) => (
            <label
              key={choice.value}
              className={classNames(styles["choice"], choice.disabled === true && styles["shut"])}
            >
              <input
                type="radio"
                name={id}
                checked={choice.value === value}
                disabled={disabled === true || choice.disabled === true}
                onChange={() => onChange(choice.value)}
              />
              {choice.disabled === true && <Icon name="lock" size={14} />}
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
          {refusal === undefined && reason !== undefined && (
            <p className={styles["hint"]}>{reason}</p>
          )}
        </div>
      </div>
    </fieldset>
  );
}
