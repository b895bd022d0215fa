import { Icon } from "@sanshi/ui";
import { clockAheadMs } from "@sanshi/web/server-clock";
import { deadlineOf, spanOf } from "../spans.ts";
import { textOf } from "../text.ts";
import { useNow } from "../ticking.ts";
import { clocksDifferMs, showDateTimeExactly, showShortly } from "../times.ts";
import styles from "./time.module.css";

/** A moment, short in a column; pointed at, to the second. */
export function At({ iso }: { iso: string | null | undefined }) {
  if (iso === null || iso === undefined) return <span className="muted">–</span>;
  return (
    <time dateTime={iso} data-tip={showDateTimeExactly(iso)}>
      {showShortly(iso)}
    </time>
  );
}

/** How long ago something was; `aheadMs` is what the simulated clock is ahead of the moment's own. */
export function Ago({ iso, aheadMs = 0 }: { iso: string; aheadMs?: number }) {
  const t = textOf("shell");
  const now = useNow();
  const { unit, count } = spanOf(now - aheadMs - Date.parse(iso));
  return (
    <time dateTime={iso} data-tip={showDateTimeExactly(iso)}>
      {t(`${unit}_ago`, { [unit]: count })}
    </time>
  );
}

/** A moment by the machine's clock, which nobody moves: it says so where the simulated one is ahead. */
export function RealAt({ iso }: { iso: string | null | undefined }) {
  return (
    <>
      <At iso={iso} />
      {iso !== null && iso !== undefined && <RealTime />}
    </>
  );
}

/** How long ago something was by the machine's clock. */
export function RealAgo({ iso }: { iso: string }) {
  const ahead = clockAheadMs();
  return (
    <>
      <Ago iso={iso} aheadMs={ahead} />
      <RealTime />
    </>
  );
}

function RealTime() {
  if (clockAheadMs() < clocksDifferMs) return null;
  return <span className={styles["real"]}>{textOf("shell")("real_time")}</span>;
}

/** How long something lasts or has lasted. */
export function SpanOf({ milliseconds }: { milliseconds: number }) {
  const { unit, count } = spanOf(milliseconds);
  return <>{textOf("shell")(`span_${unit}`, { [unit]: count })}</>;
}

type DeadlineProps = { from: string; until: string };

/** The clock of something that waits: what is left, or by how much it is late. */
export function Deadline({ from, until }: DeadlineProps) {
  const t = textOf("shell");
  const now = useNow();
  const { span, state } = deadlineOf(Date.parse(from), Date.parse(until), now);
  const unit = span.unit === "seconds" ? "minutes" : span.unit;
  const words = t(`${state === "over" ? "over" : "left"}_${unit}`, { [unit]: span.count });
  return (
    <span className={styles["deadline"]} data-state={state} data-tip={showDateTimeExactly(until)}>
      <Icon name={state === "over" ? "alert" : "day"} size={13} />
      {words}
    </span>
  );
}
