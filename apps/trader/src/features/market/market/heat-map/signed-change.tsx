import styles from "./heat-map.module.css";

/** `+1.25%` with a true minus sign. */
export function signedChange(change: number): string {
  const text = Math.abs(change).toFixed(2);
  if (!Number.isFinite(change) || text === "0.00") return "0.00%";
  return `${change > 0 ? "+" : "−"}${text}%`;
}

/** Up or down in the colour of the text that it stands in. */
export function DirectionMark({ change }: { change: number }) {
  const shown = signedChange(change);
  const path = shown.startsWith("+")
    ? "M6 1 11.5 11H.5z"
    : shown.startsWith("−")
      ? "M6 11 .5 1h11z"
      : "M1 5h10v2H1z";
  return (
    <svg className={styles["mark"]} viewBox="0 0 12 12" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
