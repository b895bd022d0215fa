import { useEffect, useState } from "react";
import { useText } from "./text.ts";
import { serverNow } from "./times.ts";
import styles from "./quote-age.module.css";

/** A price older than this, while the market is open, shows its age. */
const freshMsMax = 15_000;

type QuoteAgeProps = {
  /** The quote's time: milliseconds, or ISO 8601. */
  at: number | string;
  /** Whether the market trades now; after the close a price may be old. */
  open: boolean;
};

/** "38 s ago" beside a price that has become old; nothing beside a fresh one. */
export function QuoteAge({ at, open }: QuoteAgeProps) {
  const t = useText("shell");
  const atMs = typeof at === "number" ? at : Date.parse(at);
  const ageMs = useAgeMs(atMs, open);
  if (!open || !(ageMs > freshMsMax)) return null;
  const seconds = Math.floor(ageMs / 1000);
  return (
    <span className={styles["age"]}>
      {seconds < 60
        ? t("seconds_ago", { seconds })
        : t("minutes_ago", { minutes: Math.floor(seconds / 60) })}
    </span>
  );
}

function useAgeMs(atMs: number, running: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    setNow(serverNow());
    const timer = window.setInterval(() => setNow(serverNow()), 1000);
    return () => window.clearInterval(timer);
  }, [atMs, running]);
  return now - atMs;
}
