import type { CalendarMoves } from "@sanshi/contract";
import { useText } from "../../../shared/text.ts";
import styles from "./calendars.module.css";

/** How many told dates the notice moves, and how many stay as they were told. */
export function Moves({ moves }: { moves: CalendarMoves }) {
  const t = useText("calendars");
  const counted = (["trades", "margin_calls", "recalls", "orders"] as const).filter(
    (name) => moves[name] > 0,
  );
  if (counted.length === 0) return <p className={styles["moves"]}>{t("moves_nothing")}</p>;
  return (
    <ul className={styles["moves"]} aria-label={t("moves")}>
      {counted.map((name) => (
        <li key={name}>{t(`moves_${name}`, { count: moves[name] })}</li>
      ))}
    </ul>
  );
}
