import { classNames } from "@sanshi/ui";
import { locale } from "../../shared/language.ts";
import { useText } from "../../shared/text.ts";
import { serverNow, showTime } from "../../shared/times.ts";
import { sessionState, type MarketStatus, type SessionState } from "./session-state.ts";
import styles from "./session-line.module.css";

/** Whether the market trades, until when or from when, and which trading day it is. */
export function SessionLine({ status }: { status: MarketStatus | undefined }) {
  const t = useText("market");
  if (status === undefined) return <p className={styles["line"]} aria-hidden="true" />;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const state = sessionState(status, serverNow(), zone);
  return (
    <p className={styles["line"]}>
      <span className={classNames(styles["dot"], status.open && styles["open"])} />
      <SessionWords state={state} />
      {!namesItsDay(state) && (
        <span className={styles["date"]}>
          {t("trading_date", { date: showTradingDate(status.trading_date) })}
        </span>
      )}
    </p>
  );
}

/** "Opens Tue, Nov 24" says the next trading day already. */
function namesItsDay(state: SessionState): boolean {
  return state.kind === "closed" && state.day === "later";
}

function SessionWords({ state }: { state: SessionState }) {
  const t = useText("market");
  switch (state.kind) {
    case "open":
      return <b>{t("session_open", { time: showTime(state.until) })}</b>;
    case "lunch":
      return <b>{t("session_lunch", { time: showTime(state.at) })}</b>;
    case "closed":
      return <b>{t("session_closed", { time: whenWords(state, t) })}</b>;
    default:
      return <b>{t(`session_${state.kind}`)}</b>;
  }
}

type Closed = Extract<SessionState, { kind: "closed" }>;

function whenWords(state: Closed, t: ReturnType<typeof useText<"market">>): string {
  const time = showTime(state.at);
  if (state.day === "today") return t("today_at", { time });
  if (state.day === "tomorrow") return t("tomorrow_at", { time });
  return t("day_at", { day: showDay(new Date(state.at)), time });
}

/** `11月24日(火)`, `Tue, Nov 24`. */
function showDay(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale(), {
    month: "short",
    day: "numeric",
    weekday: "short",
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}

/** A trading date is a date of the exchange's own calendar, not a moment. */
function showTradingDate(date: string): string {
  return showDay(new Date(`${date}T00:00:00Z`), "UTC");
}
