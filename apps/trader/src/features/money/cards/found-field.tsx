import { Field } from "@sanshi/ui";
import { useState } from "react";
import styles from "./bank-add.module.css";

type Row = { code: string; name: string; note?: string | undefined };

type FoundFieldProps = {
  label: string;
  hint: string;
  /** What the list of those found is called. */
  foundLabel: string;
  noneFound: string;
  value: string;
  onType: (text: string) => void;
  onChoose: (row: Row) => void;
  /** Those that the server found; undefined while it is asked. */
  rows: readonly Row[] | undefined;
  onFocus?: () => void;
  refusal?: string | undefined;
};

const shownMax = 8;

/** A field whose value is chosen from what the server finds by what is typed. */
export function FoundField(props: FoundFieldProps) {
  const { label, hint, foundLabel, noneFound, value, onType, onChoose, rows, refusal } = props;
  const [searching, setSearching] = useState(false);
  const isNone = searching && value.trim() !== "" && rows?.length === 0;
  return (
    <div>
      <Field
        label={label}
        autoComplete="off"
        hint={isNone ? noneFound : hint}
        value={value}
        onFocus={() => {
          setSearching(true);
          props.onFocus?.();
        }}
        onChange={(text) => {
          setSearching(true);
          onType(text);
        }}
        refusal={refusal}
      />
      {searching && rows !== undefined && rows.length > 0 && (
        <ul className={styles["banks"]} aria-label={foundLabel}>
          {rows.slice(0, shownMax).map((row) => (
            <li key={row.code}>
              <button
                type="button"
                onClick={() => {
                  onChoose(row);
                  setSearching(false);
                }}
              >
                <span>
                  {row.name}
                  {row.note !== undefined && <small className={styles["note"]}>{row.note}</small>}
                </span>
                <small>{row.code}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
