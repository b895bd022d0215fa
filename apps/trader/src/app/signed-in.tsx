import type { CustomerEvent } from "@sanshi/contract/stream";
import { SkipLink } from "@sanshi/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useLayout } from "../shared/layout.ts";
import { queryClient, refreshKept, useCall, useKeptSince } from "../shared/queries.ts";
import { useStreamState, type StreamState } from "../shared/quotes.ts";
import { useRefusedRule } from "../shared/refused-rule.ts";
import { listenToEvents, runStream } from "../shared/stream.ts";
import { useText, withLaterTexts } from "../shared/text.ts";
import { showMoment } from "@sanshi/web/times";
import { setUnreadMessages, setUnreadService } from "../shared/unread-messages.ts";
import { BottomMenu, isTabRoot } from "./bottom-menu.tsx";
import { routes } from "./paths.ts";
import styles from "./signed-in.module.css";
import workplace from "./workplace.module.css";

// Nobody loads it before a rule refuses something.
const RuleSheet = lazy(() => import("../shared/refused-rule-sheet.tsx"));

// No phone loads them.
const LeadingPane = lazy(async () => ({ default: (await import("./workplace.tsx")).LeadingPane }));
const TradingPane = lazy(async () => ({ default: (await import("./workplace.tsx")).TradingPane }));

/** What every screen behind the sign-in has around it. */
export default function SignedIn({ children }: { children: ReactNode }) {
  const t = useText("shell");
  const { pathname } = useLocation();
  const layout = useLayout();
  const isWide = layout !== "phone";
  // A pane that shows what the screen itself is would be there twice.
  const hasLeading = isWide && !(layout === "desk" && pathname === routes.watchlist);
  const hasTrading = layout === "desk" && pathname !== routes.positions;
  const hasRefused = useRefusedRule(({ refusal }) => refusal !== undefined);
  useEffect(runStream, []);
  useEffect(() => listenToEvents(announceAlert), []);
  useEffect(() => listenToEvents(hearDrawList), []);
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink>{t("skip_to_content")}</SkipLink>
      <Connection />
      <UnreadMessages />
      <RenewedPush />
      {hasRefused && (
        <Suspense>
          <RuleSheet />
        </Suspense>
      )}
      <div className={workplace["workplace"]}>
        {isWide && <BottomMenu />}
        {hasLeading && (
          <Suspense fallback={<div className={workplace["leading"]} />}>
            <LeadingPane />
          </Suspense>
        )}
        <div className={workplace["stage"]}>{children}</div>
        {hasTrading && (
          <Suspense fallback={<div className={workplace["trading"]} />}>
            <TradingPane />
          </Suspense>
        )}
      </div>
      {!isWide && isTabRoot(pathname) && <BottomMenu />}
    </QueryClientProvider>
  );
}

/** The list of a draw is heard as soon as it is closed, whatever screen is open: the draw's page hears it as well. */
function hearDrawList(event: CustomerEvent): void {
  if (event.kind !== "message") return;
  if (event.about !== "new_share_closed" && event.about !== "block_closed") return;
  void import("../shared/draw/heard-roots.ts")
    .then(({ hearRootOfMessage }) => hearRootOfMessage(event.id))
    .catch(() => undefined);
}

/** How often kept figures are asked for again, where the line stands and the calls alone are refused. */
const askAgainMs = 5_000;

/** Says that the connection is lost, and of when the figures are that are on the screen meanwhile. */
function Connection() {
  const t = useText("shell");
  const state = useStreamState();
  const keptSince = useKeptSince();
  const liveUntil = useLiveUntil(state);
  const isLive = state === "live";
  const isKept = keptSince !== null;
  useEffect(() => {
    if (!isLive) return undefined;
    void refreshKept();
    const timer = isKept ? window.setInterval(() => void refreshKept(), askAgainMs) : undefined;
    return () => window.clearInterval(timer);
  }, [isLive, isKept]);
  const since = keptSince ?? liveUntil;
  return (
    <div role="status" className={styles["connection"]} data-state={state}>
      {state === "offline" && <span>{t("offline")}</span>}
      {(state === "offline" || isKept) && since !== null && (
        <span>{t("known_at", { time: shownSince(since) })}</span>
      )}
    </div>
  );
}

/** When the stream was live last, in this device's time. */
function useLiveUntil(state: StreamState): number | null {
  const [until, setUntil] = useState<number | null>(null);
  useEffect(() => {
    if (state === "live") return () => setUntil(Date.now());
    return undefined;
  }, [state]);
  return until;
}

/** Of today by its time alone. */
function shownSince(at: number): string {
  const iso = new Date(at).toISOString();
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return showMoment(iso, isToday ? "time" : "dateTime");
}

/** A price that was waited for is news on every screen; other messages can wait at the bell. */
function announceAlert(event: CustomerEvent): void {
  if (event.kind !== "message" || event.about !== "price_alert") return;
  withLaterTexts(() => import("../features/people/messages/message-toast.ts")).then(
    ({ toastMessage }) => toastMessage(event.id),
    () => undefined,
  );
}

/** Later than everything that a first view needs. */
const unreadAfterMs = 1500;
const unreadAgeMs = 60_000;

/** Where notifications were allowed, the server knows the browser's subscription as it is now. */
function RenewedPush() {
  useEffect(() => {
    if (globalThis.Notification?.permission !== "granted") return undefined;
    const timer = window.setTimeout(() => {
      import("../shared/push.ts").then(
        ({ renewPush }) => renewPush().catch(() => undefined),
        () => undefined,
      );
    }, unreadAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  return null;
}

/** Keeps the count on the header's bell; the stream's events make it new. */
function UnreadMessages() {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setEnabled(true), unreadAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { data } = useCall(
    "/user/getUserinfo",
    {},
    { quiet: true, enabled, staleTime: unreadAgeMs },
  );
  const unread = data?.unread_messages ?? 0;
  useEffect(() => setUnreadMessages(unread), [unread]);
  const service = data?.unread_service_messages ?? 0;
  useEffect(() => setUnreadService(service), [service]);
  useEffect(() => setAppBadge(unread + service), [unread, service]);
  return null;
}

/** On the icon of the installed app. A page in the browser has none. */
function setAppBadge(count: number): void {
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
