import { useText } from "../../../shared/text.ts";
import type { Drawing } from "./chart-state.ts";
import styles from "./drawing.module.css";

type DrawHintProps = { drawing: Drawing; hasLines: boolean };

/** In the place of the figures while somebody draws: what the next touch does. */
export default function DrawHint({ drawing: { tool }, hasLines }: DrawHintProps) {
  const t = useText("chart");
  const waiting = hasLines ? t("hint_move") : t("hint_choose");
  return (
    <p className={styles["hint"]} role="status">
      {tool === null ? waiting : t(`hint_${tool}`)}
    </p>
  );
}
