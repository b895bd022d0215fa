import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { classNames } from "./class-names.ts";
import styles from "./segmented-control.module.css";

export type Choice<Value extends string> = { value: Value; label: string };

type ChoiceProps<Value extends string> = {
  /** The name of the whole control, for those who cannot see it. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Two to five choices of equal weight in one track: radio buttons underneath. */
export function SegmentedControl<Value extends string>(props: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles["segments"]} aria-label={props.label}>
      {props.choices.map((choice) => (
        <label key={choice.value} className={styles["segment"]}>
          <input
            type="radio"
            name={name}
            checked={choice.value === props.value}
            onChange={() => props.onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** Underlined tabs over a list; they scroll sideways when there are many. `spread` shares the width. */
export function Tabs<Value extends string>(
  props: ChoiceProps<Value> & { spread?: boolean | undefined },
) {
  const list = useRef<HTMLDivElement>(null);
  // One that was opened by a link may lie outside the strip.
  useEffect(() => {
    const strip = list.current;
    const tab = strip?.querySelector<HTMLElement>(`[data-value="${props.value}"]`);
    if (strip === null || tab === null || tab === undefined) return;
    const [own, open] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (open.left < own.left) strip.scrollLeft -= own.left - open.left;
    else if (open.right > own.right) strip.scrollLeft += open.right - own.right;
  }, [props.value]);
  const move = (event: KeyboardEvent, step: number) => {
    const index = props.choices.findIndex((choice) => choice.value === props.value);
    const next = props.choices[(index + step + props.choices.length) % props.choices.length];
    if (next === undefined) return;
    event.preventDefault();
    props.onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={props.label}
      className={classNames(styles["tabs"], props.spread === true && styles["spread"])}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") move(event, 1);
        if (event.key === "ArrowLeft") move(event, -1);
      }}
    >
      {props.choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          data-value={choice.value}
          className={styles["tab"]}
          aria-selected={choice.value === props.value}
          tabIndex={choice.value === props.value ? 0 : -1}
          onClick={() => props.onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
