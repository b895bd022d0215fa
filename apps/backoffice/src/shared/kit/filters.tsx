import { Icon } from "@sanshi/ui";
import { useEffect, useId, useRef, useState } from "react";
import { useShortcuts } from "../keys.ts";
import { useText } from "../text.ts";
import type { Option } from "./fields.tsx";
import styles from "./filters.module.css";

const typingPauseMs = 250;

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (Option<Value> & { count?: number | undefined })[];
};

/** A few states side by side, one of them chosen. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles["segments"]} aria-label={props.label}>
      {props.options.map((option) => (
        <label key={option.value} className={styles["segment"]}>
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && option.count > 0 && (
            <span className={styles["count"]}>{option.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** The one that `f` leads to. */
  main?: boolean;
};

/** Tells what was typed after a short pause, or at once on Enter. */
export function SearchBox({ label, placeholder, value, onChange, main }: SearchBoxProps) {
  const t = useText("shell");
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  const tell = (text: string) => {
    if (text === told.current) return;
    told.current = text;
    onChange(text);
  };
  useEffect(() => {
    const timer = window.setTimeout(() => tell(typed.trim()), typingPauseMs);
    return () => window.clearTimeout(timer);
  });
  const focus = { keys: "f", label: t("key_filter"), run: () => input.current?.select() };
  useShortcuts(t("shortcuts_list"), main === true ? [focus] : []);
  return (
    <span className={styles["search"]}>
      <Icon name="search" size={15} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") tell(typed.trim());
          // Back to the list, where the letters are shortcuts again.
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </span>
  );
}

type PickProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
};

/** A small choice in a row of filters; its name is read out, its first option says it. */
export function Pick<Value extends string>({ label, value, onChange, options }: PickProps<Value>) {
  return (
    <span className={styles["pick"]}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  );
}

type DayBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** A day in a row of filters. */
export function DayBox({ label, value, onChange }: DayBoxProps) {
  return (
    <label className={styles["day"]}>
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}
