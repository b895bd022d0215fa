import { quoteAgeMsMax } from "@sanshi/contract/constants";
import { useServerNow } from "./times.ts";
import { useText } from "./text.ts";
import styles from "./quote-age.module.css";

type QuoteAgeProps = {
  /** The quote's time: milliseconds, or ISO 8601. */
  at: number | string;
  /** Whether the market trades now; after the close a price may be old. */
  open: boolean;
  /** How old it is is not known: nothing is traded at it. */
  isUnknown?: true | undefined;
};

/** "38 s ago" beside a price that has become old; nothing beside a fresh one. */
export function QuoteAge({ at, open, isUnknown }: QuoteAgeProps) {
  const t = useText("shell");
  const words = useText("stock");
  const atMs = typeof at === "number" ? at : Date.parse(at);
  const ageMs = useServerNow(1000, open) - atMs;
  if (open && isUnknown === true) {
    return <span className={styles["age"]}>{words("age_unknown")}</span>;
  }
  if (!open || !(ageMs > quoteAgeMsMax)) return null;
  const seconds = Math.floor(ageMs / 1000);
  return (
    <span className={styles["age"]}>
      {seconds < 60
        ? t("seconds_ago", { seconds })
        : t("minutes_ago", { minutes: Math.floor(seconds / 60) })}
    </span>
  );
}
