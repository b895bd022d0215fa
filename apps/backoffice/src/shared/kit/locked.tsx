import { Icon } from "@sanshi/ui";
import styles from "./locked.module.css";

/** Stands in place of what a role may not see, and says why. */
export function Locked({ reason }: { reason: string }) {
  return (
    <p className={styles["locked"]} role="note">
      <Icon name="lock" size={18} />
      {reason}
    </p>
  );
}
