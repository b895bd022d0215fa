import { Icon } from "@sanshi/ui";
import { useRef } from "react";
import styles from "./search-field.module.css";

type SearchFieldProps = {
  texts: { label: string; placeholder: string; clear: string };
  lengthMax: number;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: () => void;
  /** Where the screen is there for searching: unless somebody returns to results. */
  focuses?: boolean;
};

export function SearchField({
  texts,
  lengthMax,
  value,
  onChange,
  onSubmit,
  focuses = false,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const focusAtOnce = useRef(focuses && value === "");
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
        onSubmit?.();
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
          maxLength={lengthMax}
          autoFocus={focusAtOnce.current}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {value !== "" && (
          <button
            type="button"
            className={styles["clear"]}
            aria-label={texts.clear}
            onClick={clear}
          >
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
    </form>
  );
}
