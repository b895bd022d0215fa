import { Icon, SegmentedControl } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import { filters, sorts, type Filter, type Sort } from "./arranging.ts";
import type { View } from "./by-stock/view.ts";
import styles from "./positions-screen.module.css";

export type Arrangement = { sort: Sort; filter: Filter };

type ListToolsProps = {
  view: View;
  onView: (view: View) => void;
  arrangement: Arrangement;
  onArrange: (changed: Partial<Arrangement>) => void;
};

/** One row a stock or one for each opening, in which order, and which of them. */
export function ListTools({ view, onView, arrangement, onArrange }: ListToolsProps) {
  const t = useText("holdings");
  return (
    <div className={styles["tools"]}>
      <div className={styles["view"]}>
        <SegmentedControl
          label={t("view")}
          choices={[
            { value: "stock", label: t("view_stock") },
            { value: "order", label: t("view_order") },
          ]}
          value={view}
          onChange={onView}
        />
      </div>
      <Pill
        label={t("sort")}
        value={arrangement.sort}
        isSet={false}
        choices={sorts.map((value) => ({ value, text: t(`sort_${value}`) }))}
        onChange={(sort) => onArrange({ sort })}
      />
      <Pill
        label={t("filter")}
        value={arrangement.filter}
        isSet={arrangement.filter !== "all"}
        choices={filters.map((value) => ({ value, text: t(`filter_${value}`) }))}
        onChange={(filter) => onArrange({ filter })}
      />
    </div>
  );
}

type PillProps<Value extends string> = {
  label: string;
  value: Value;
  isSet: boolean;
  choices: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
};

/** One of several by the phone's own list, as wide as what is chosen. */
function Pill<Value extends string>({ label, value, isSet, choices, onChange }: PillProps<Value>) {
  return (
    <label className={styles["pill"]} data-on={isSet}>
      <span aria-hidden="true">{choices.find((one) => one.value === value)?.text}</span>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((one) => one.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </label>
  );
}

type HiddenProps = { shown: number; all: number; onShowAll: () => void };

/** A filter hides what one owns: how much of it stands below the list. */
export function HiddenRows({ shown, all, onShowAll }: HiddenProps) {
  const t = useText("holdings");
  if (shown === all) return null;
  return (
    <p className={styles["hidden"]}>
      {t("shown_of", { shown, all })}
      <button type="button" onClick={onShowAll}>
        {t("show_all")}
      </button>
    </p>
  );
}
