import { Icon } from "@sanshi/ui";
import { useMe } from "../shared/session.ts";
import { useText } from "../shared/text.ts";
import styles from "./status-strip.module.css";

/** On every screen: that no real money moves, and whether one pair of eyes is enough. */
export function StatusStrip() {
  const t = useText("shell");
  const me = useMe();
  if (!me.simulated && !me.single_approval) return null;
  return (
    <div className={styles["strip"]}>
      {me.simulated && <p>{t("simulated")}</p>}
      {me.single_approval && (
        <p className={styles["single"]}>
          <Icon name="eye" size={14} />
          {t("single_approval")}
        </p>
      )}
    </div>
  );
}
