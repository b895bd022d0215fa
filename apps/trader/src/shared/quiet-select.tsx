import { Icon, type Choice } from "@sanshi/ui";
import styles from "./quiet-select.module.css";

type QuietSelectProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
};

/** A choice among few that stands beside what it is of: no frame, and still a finger high. */
export function QuietSelect<Value extends string>(props: QuietSelectProps<Value>) {
  const { label, value, choices, onChange } = props;
  return (
    <label className={styles["choice"]}>
      <span className="visually-hidden">{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((one) => one.value === currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </label>
  );
}
