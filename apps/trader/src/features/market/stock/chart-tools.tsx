import { mainIndicators, subIndicators, type MainIndicator } from "@sanshi/chart";
import { Icon } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { useText, withLaterTexts, type Translate } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { ChartIcon } from "./chart-icon.tsx";
import type { ChartState } from "./chart-state.ts";
import { isForeignClock } from "./stock-figures-format.ts";
import type { StockKey } from "./stock-queries.ts";
import styles from "./stock-chart.module.css";

const adjustModes = ["forward", "backward", "none"] as const;

const CompareSheet = lazy(() => withLaterTexts(() => import("./compare-sheet.tsx")));

type ChartToolsProps = { stock: StockKey; state: ChartState };

/** Lines, comparison, indicators and adjustment, and whose clock the chart shows. */
export function ChartTools({ stock, state }: ChartToolsProps) {
  const t = useText("stock");
  const { choice, choose, asTable } = state;
  const zone = isForeignClock(stock.type, serverNow()) ? t(`zone_${stock.type}`) : null;
  // The time-share has no tools, and notes of its own.
  if (choice.view === "timeshare") return null;
  return (
    <div className={styles["tools"]}>
      {!asTable && (
        <>
          <button
            type="button"
            className={styles["tool"]}
            onClick={() => state.setDrawing({ tool: null, selected: null })}
          >
            <ChartIcon name="draw" size={18} />
            {t("draw")}
          </button>
          <CompareButton stock={stock} state={state} />
          <Choice
            label={t("main_indicator")}
            value={choice.main}
            options={mainIndicators.map((name) => ({
              value: name,
              text: mainText(name, t),
            }))}
            onChange={(main) => choose({ ...choice, main })}
          />
          <Choice
            label={t("sub_indicator")}
            value={choice.sub}
            options={subIndicators.map((name) => ({ value: name, text: name }))}
            onChange={(sub) => choose({ ...choice, sub })}
          />
        </>
      )}
      <Choice
        label={t("adjust")}
        value={choice.adjust}
        options={adjustModes.map((mode) => ({ value: mode, text: t(`adjust_${mode}`) }))}
        onChange={(adjust) => choose({ ...choice, adjust })}
      />
      {zone !== null && <span className={styles["zone"]}>{zone}</span>}
    </div>
  );
}

function CompareButton({ stock, state }: ChartToolsProps) {
  const t = useText("stock");
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles["tool"]}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      >
        <ChartIcon name="compare" size={18} />
        {t("compare")}
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <CompareSheet
            stock={stock}
            open={isOpen}
            onClose={() => setOpen(false)}
            onChoose={(compared) => {
              state.setCompared(compared);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The others are known by their letters everywhere. */
function mainText(name: MainIndicator, t: Translate<"stock">): string {
  if (name === "VOL") return t("volume");
  return name === "none" ? t("indicator_none") : name;
}

type TableToggleProps = { asTable: boolean; onTable: (asTable: boolean) => void };

/** To the figures themselves, and back. */
export function TableToggle({ asTable, onTable }: TableToggleProps) {
  const t = useText("stock");
  const label = t(asTable ? "show_chart" : "show_table");
  return (
    <button
      type="button"
      className={styles["toggle"]}
      aria-label={label}
      title={label}
      onClick={() => onTable(!asTable)}
    >
      <Icon name={asTable ? "chart" : "table"} size={20} />
    </button>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
};

/** The phone's own list: large targets, and every reader knows it. */
function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <div className={styles["choice"]}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
