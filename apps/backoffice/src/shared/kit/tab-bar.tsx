import { useRef, type KeyboardEvent } from "react";
import type { Option } from "./fields.tsx";
import styles from "./tab-bar.module.css";

type TabBarProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (Option<Value> & { count?: number | undefined })[];
};

/** Underlined tabs; the arrows move between them. */
export function TabBar<Value extends string>(props: TabBarProps<Value>) {
  const { label, value, onChange, options } = props;
  const bar = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = options.findIndex((option) => option.value === value);
    const next =
      step === undefined ? undefined : options[(at + step + options.length) % options.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    bar.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div ref={bar} role="tablist" aria-label={label} className={styles["bar"]} onKeyDown={press}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          data-value={option.value}
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          className={styles["tab"]}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && option.count > 0 && (
            <span className={styles["count"]}>{option.count}</span>
          )}
        </button>
      ))}
    </div>
  );
}
