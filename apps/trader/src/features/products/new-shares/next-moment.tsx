import type { Offering } from "@sanshi/contract";
import { showDateTime } from "@sanshi/web/times";
import { useEffect } from "react";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { showCountdown, useServerNow } from "../../../shared/times.ts";
import styles from "./new-shares.module.css";

const steps = [
  { until: "opens_at", text: "opens_in" },
  { until: "closes_at", text: "closes_in" },
  { until: "draws_at", text: "draws_in" },
] as const;

/** So near that seconds are counted; what is further away has its day and hour. */
const nearSeconds = 24 * 3_600;

/** What comes next of an offering, counted down; when it has come, everything is read anew. */
export function NextMoment({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const now = useServerNow();
  const next = steps.find(({ until }) => Date.parse(offering[until]) > now);
  const name = next?.until;
  useEffect(() => {
    void refresh(
      "/trade/newstocklist",
      "/trade/newstock",
      "/trade/usernewstocklist",
      "/trade/draw",
    );
  }, [name]);
  if (next === undefined) return null;
  const seconds = (Date.parse(offering[next.until]) - now) / 1_000;
  return (
    <time className={styles["muted"]} dateTime={offering[next.until]}>
      {t(next.text)}{" "}
      {seconds < nearSeconds ? showCountdown(seconds) : showDateTime(offering[next.until])}
    </time>
  );
}
