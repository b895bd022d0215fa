import { Icon } from "@sanshi/ui";
import { useId, type ReactNode } from "react";
import styles from "./form.module.css";

type SelectFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  refusal?: string | undefined;
  /** The options. */
  children: ReactNode;
};

/** One of several, by the phone's own list. */
export function SelectField({ label, value, onChange, refusal, children }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles["select"]}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={refusal !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
      <div id={`${id}-note`} aria-live="polite">
        {refusal !== undefined && (
          <p className={styles["wrong"]}>
            <Icon name="alert" size={16} />
            {refusal}
          </p>
        )}
      </div>
    </div>
  );
}
