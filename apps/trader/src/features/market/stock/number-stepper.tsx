import { classNames, Icon } from "@sanshi/ui";
import { displayDecimal } from "@sanshi/money";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
import styles from "./order-sheet.module.css";

type NumberStepperProps = {
  label: string;
  value: string;
  unit: string;
  hint: string;
  /** What is wrong with it; read out when it appears. */
  refusal: string | undefined;
  isEdited: boolean;
  disabled: boolean;
  /** What an empty field means, where it may be empty. */
  placeholder?: string;
  /** Under the label: another way to say the same. */
  beside?: ReactNode;
  onType: (text: string) => void;
  onStep: (steps: 1 | -1) => void;
  onEdit: () => void;
  children?: ReactNode;
};

/** A figure between a minus and a plus; touched, it is typed on the ticket's own keypad. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, value, unit, hint, refusal, isEdited, disabled, onType, onStep, onEdit } = props;
  const t = useText("order");
  const id = useId();
  const isUnset = props.placeholder !== undefined && value === "" && !isEdited;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isEdited) return;
    // The keypad has just taken the lower half: the field goes to the top of what is left.
    row.current?.scrollIntoView({ block: "start" });
    // Its separators have just gone, and the selection with them: a keyboard still replaces it all.
    const input = row.current?.querySelector("input");
    if (input === document.activeElement) input?.select();
  }, [isEdited]);
  return (
    <div ref={row} className={styles["row"]}>
      <div>
        <label className={styles["label"]} htmlFor={id}>
          {label}
        </label>
        {props.beside}
      </div>
      <div className={styles["control"]}>
        <div
          className={classNames(
            styles["stepper"],
            isEdited && styles["edited"],
            refusal !== undefined && styles["refused"],
          )}
        >
          <button
            type="button"
            className={styles["step"]}
            aria-label={t("less", { field: label })}
            disabled={disabled}
            onClick={() => onStep(-1)}
          >
            <Icon name="minus" size={20} />
          </button>
          {/* A label too, so that a finger anywhere between the buttons reaches the figure. */}
          <label className={styles["figure"]} htmlFor={id}>
            <input
              id={id}
              className={styles["input"]}
              value={isEdited ? value : shown(value)}
              // The ticket has its own keys; a real keyboard still works.
              inputMode="none"
              autoComplete="off"
              disabled={disabled}
              size={Math.max(2, (isUnset ? (props.placeholder ?? "") : value).length + 1)}
              {...(isUnset && { placeholder: props.placeholder })}
              aria-invalid={refusal !== undefined}
              aria-describedby={`${id}-note`}
              onFocus={(event) => {
                event.currentTarget.select();
                onEdit();
              }}
              onClick={onEdit}
              onChange={(event) => onType(event.currentTarget.value)}
            />
            {!isUnset && (
              <span className={styles["unit"]} aria-hidden="true">
                {unit}
              </span>
            )}
          </label>
          <button
            type="button"
            className={styles["step"]}
            aria-label={t("more", { field: label })}
            disabled={disabled}
            onClick={() => onStep(1)}
          >
            <Icon name="plus" size={20} />
          </button>
        </div>
        <FieldNote id={`${id}-note`} refusal={refusal} hint={hint} />
        {props.children}
      </div>
    </div>
  );
}

/** A quantity or price at rest has separators; an empty one stays empty. */
function shown(value: string): string {
  if (value === "") return "";
  return displayDecimal(value, value.split(".")[1]?.length ?? 0, 4);
}

type FieldNoteProps = { id: string; refusal: string | undefined; hint: string };

export function FieldNote({ id, refusal, hint }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite">
      {refusal === undefined ? (
        <p className={styles["hint"]}>{hint}</p>
      ) : (
        <p className={styles["refusal"]}>
          <Icon name="alert" size={16} />
          <span>{refusal}</span>
        </p>
      )}
    </div>
  );
}
