import type { CustomerEvent } from "@sanshi/contract/stream";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { queryClient, useCall } from "../shared/queries.ts";
import { useStreamState } from "../shared/quotes.ts";
import { listenToEvents, runStream } from "../shared/stream.ts";
import { useText } from "../shared/text.ts";
import { setUnreadMessages, setUnreadService } from "../shared/unread-messages.ts";
import { BottomMenu, isTabRoot } from "./bottom-menu.tsx";
import styles from "./signed-in.module.css";

/** What every screen behind the sign-in has around it. */
export default function SignedIn({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(runStream, []);
  useEffect(() => listenToEvents(announceAlert), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Connection />
      <UnreadMessages />
      {children}
      {isTabRoot(pathname) && <BottomMenu />}
    </QueryClientProvider>
  );
}

function Connection() {
  const t = useText("shell");
  const state = useStreamState();
  return (
    <div role="status" className={styles["connection"]} data-state={state}>
      {state === "offline" && t("offline")}
    </div>
  );
}

/** A price that was waited for is news on every screen; other messages can wait at the bell. */
function announceAlert(event: CustomerEvent): void {
  if (event.kind !== "message" || event.about !== "price_alert") return;
  import("../features/people/messages/message-toast.ts").then(
    ({ toastMessage }) => toastMessage(event.id),
    () => undefined,
  );
}

/** Later than everything that a first view needs. */
const unreadAfterMs = 1500;
const unreadAgeMs = 60_000;

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
  return null;
}
