import { Icon } from "@sanshi/ui";
import { useRef } from "react";
import { useText } from "../../../shared/text.ts";
import { queryLengthMax } from "./match.ts";
import styles from "./search-field.module.css";

type SearchFieldProps = { value: string; onChange: (value: string) => void; onSubmit: () => void };

/** Has the focus at once, unless somebody returns to results. */
export function SearchField({ value, onChange, onSubmit }: SearchFieldProps) {
  const t = useText("search");
  const input = useRef<HTMLInputElement>(null);
  const focusAtOnce = useRef(value === "");
  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  return (
    <form
      role="search"
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        input.current?.blur();
        onSubmit();
      }}
    >
      <div className={styles["box"]}>
        <Icon name="search" size={20} />
        <input
          ref={input}
          className={styles["input"]}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={queryLengthMax}
          autoFocus={focusAtOnce.current}
          aria-label={t("field")}
          placeholder={t("placeholder")}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {value !== "" && (
          <button type="button" className={styles["clear"]} aria-label={t("clear")} onClick={clear}>
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
    </form>
  );
}
