import { expectedDate } from "../text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useEffect, useRef } from "react";
import { showCountdown, useServerNow } from "../times.ts";
import styles from "./offers.module.css";

/** What happens then, said while it is counted down and while it is further away. */
export type Moment = { at: string; status?: string; soon: string; later: string };

/** So near that seconds are counted; what is further away has its day and hour. */
const nearSeconds = 24 * 3_600;

/** What comes next of an offer, of what its state has not passed, counted down; when it has come, everything is read anew. */
export function NextMoment({
  moments,
  onMoment,
}: {
  moments: readonly Moment[];
  onMoment: () => Promise<void>;
}) {
  const now = useServerNow();
  const next = moments.find(({ at }) => Date.parse(at) > now);
  const at = next?.at;
  const before = useRef(at);
  useEffect(() => {
    // Not where it is first shown: what says it was just read.
    if (before.current === at) return;
    before.current = at;
    void onMoment();
  }, [at, onMoment]);
  if (next === undefined) return null;
  const seconds = (Date.parse(next.at) - now) / 1_000;
  const isSoon = seconds < nearSeconds;
  return (
    <time className={styles["muted"]} dateTime={next.at}>
      {isSoon ? next.soon : next.later}{" "}
      {isSoon ? showCountdown(seconds) : expectedDate(showDateTime(next.at), next.status)}
    </time>
  );
}
