import { classNames, Icon } from "@sanshi/ui";
import { useId, type ReactNode } from "react";
import styles from "./close-form.module.css";

type StepperProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onStep: (direction: 1 | -1) => void;
  lowerLabel: string;
  raiseLabel: string;
  /** The keypad has a decimal point. */
  decimals?: boolean;
  /** What an empty field means, where it may be empty. */
  placeholder?: string;
  hint: ReactNode;
  refusal: string | undefined;
};

/** A number with a button at each side: typed, or stepped by the smallest amount that is allowed. */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, onStep, hint, refusal } = props;
  const id = useId();
  return (
    <div className={classNames(styles["stepper"], refusal !== undefined && styles["wrong"])}>
      <label htmlFor={id}>{label}</label>
      <div>
        <div className={styles["box"]}>
          <button type="button" aria-label={props.lowerLabel} onClick={() => onStep(-1)}>
            <Icon name="minus" size={20} />
          </button>
          <input
            id={id}
            value={value}
            inputMode={props.decimals === true ? "decimal" : "numeric"}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={20}
            placeholder={props.placeholder}
            aria-invalid={refusal !== undefined}
            aria-describedby={`${id}-note`}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onChange(plainDigits(event.currentTarget.value))}
          />
          <button type="button" aria-label={props.raiseLabel} onClick={() => onStep(1)}>
            <Icon name="plus" size={20} />
          </button>
        </div>
        <p id={`${id}-note`} className={styles["note"]} aria-live="polite">
          {refusal ?? hint}
        </p>
      </div>
    </div>
  );
}

/** A Japanese keyboard types full-width digits; separators come with a pasted figure. */
function plainDigits(text: string): string {
  return text.normalize("NFKC").replace(/[,\s]/g, "");
}
