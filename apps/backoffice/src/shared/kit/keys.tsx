import { keyCaps } from "../keys.ts";
import styles from "./keys.module.css";

/** The caps of a shortcut. Decoration beside a control that has a name. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles["keys"]} aria-hidden="true">
      {keyCaps(keys).map((cap, index) => (
        <kbd key={index} className={styles["cap"]}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
