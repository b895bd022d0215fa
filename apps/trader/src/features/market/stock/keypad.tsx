import { useText } from "../../../shared/text.ts";
import type { KeypadKey } from "./keypad-text.ts";
import styles from "./keypad.module.css";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

type KeypadProps = {
  /** Prices have a point, quantities a double zero. */
  hasPoint: boolean;
  onKey: (key: KeypadKey) => void;
  onDone: () => void;
};

/** The ticket's own keys: always the same place, no keyboard over the button. */
export function Keypad({ hasPoint, onKey, onDone }: KeypadProps) {
  const t = useText("order");
  const corner = hasPoint ? "." : "00";
  // A press must not take the focus away from the field that it types into.
  const keep = (event: { preventDefault: () => void }) => event.preventDefault();
  return (
    <div className={styles["keypad"]} role="group" aria-label={t("keypad")} onPointerDown={keep}>
      {digits.map((digit) => (
        <button key={digit} type="button" className={styles["key"]} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles["key"]} onClick={() => onKey(corner)}>
        {corner}
      </button>
      <button type="button" className={styles["key"]} onClick={() => onKey("0")}>
        0
      </button>
      <button
        type="button"
        className={styles["key"]}
        aria-label={t("keypad_delete")}
        onClick={() => onKey("delete")}
      >
        <DeleteMark />
      </button>
      <button
        type="button"
        className={`${styles["key"]} ${styles["word"]} ${styles["clear"]}`}
        onClick={() => onKey("clear")}
      >
        {t("keypad_clear")}
      </button>
      <button
        type="button"
        className={`${styles["key"]} ${styles["word"]} ${styles["done"]}`}
        onClick={onDone}
      >
        {t("keypad_done")}
      </button>
    </div>
  );
}

/** A leftward arrow around a cross, as on every phone's number pad. */
function DeleteMark() {
  return (
    <svg className={styles["delete"]} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M9 5.5h11.500v13H9L3 12zM12 9.500l5 5M17 9.500l-5 5" />
    </svg>
  );
}
