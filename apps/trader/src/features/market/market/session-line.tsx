import { classNames } from "@sanshi/ui";
import {
  sessionState,
  type MarketStatus,
  type SessionState,
} from "../../../shared/session-state.ts";
import { sessionWords, showDay } from "../../../shared/session-words.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import styles from "./session-line.module.css";

/** Whether the market trades, until when or from when, and which trading day it is. */
export function SessionLine({ status }: { status: MarketStatus | undefined }) {
  const t = useText("market");
  if (status === undefined) return <p className={styles["line"]} aria-hidden="true" />;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { calendar_status: calendar } = status;
  const state = sessionState(status, serverNow(), zone);
  return (
    <p className={styles["line"]}>
      <span className={classNames(styles["dot"], status.open && styles["open"])} />
      <b>{sessionWords(state, namesItsDay(state) ? calendar : undefined)}</b>
      {!namesItsDay(state) && (
        <span className={styles["date"]}>
          {t("trading_date", {
            date: expectedDate(showTradingDate(status.trading_date), calendar),
          })}
        </span>
      )}
    </p>
  );
}

/** "Opens Tue, Nov 24" says the next trading day already. */
function namesItsDay(state: SessionState): boolean {
  return state.kind === "closed" && state.day === "later";
}

/** A trading date is a date of the exchange's own calendar, not a moment. */
function showTradingDate(date: string): string {
  return showDay(new Date(`${date}T00:00:00Z`), "UTC");
}
