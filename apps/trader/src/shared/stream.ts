import { streamPath, type CustomerEvent } from "@sanshi/contract/stream";
import { signOutSoon } from "./api.ts";
import { readConfig } from "./config.ts";
import { queryClient, refresh } from "./queries.ts";
import { useSession } from "./session.ts";
import { touchedCalls } from "./touched-calls.ts";
import { StreamClient, type StreamSocket } from "./stream-client.ts";
import { setServerNow } from "@sanshi/web/server-clock";

const readAnewMsMax = 800;

function readAllSoon(): void {
  window.setTimeout(readAllAnew, Math.random() * readAnewMsMax);
}

function readAllAnew(): void {
  void readConfig().catch(() => undefined);
  void queryClient.invalidateQueries();
}

type EventListener = (event: CustomerEvent) => void;
const eventListeners = new Set<EventListener>();

export const stream = new StreamClient({
  open: openSocket,
  credentials: () => {
    const { token, account } = useSession.getState();
    return token === "" ? null : { token, account };
  },
  random: Math.random,
  now: () => performance.now(),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
  onServerNow: setServerNow,
  onEvent: (event, isQuiet) => {
    if (event.kind === "signed_out") signOutSoon(useSession.getState().token);
    else void refresh(...touchedCalls[event.kind]);
    if (!isQuiet) eventListeners.forEach((listener) => listener(event));
  },
  // Not all phones in one moment: each reads its whole screen anew.
  onClock: readAllSoon,
  onReconnected: readAllSoon,
  onRefused: (msg) => {
    if (msg === "sign_in_again") signOutSoon(useSession.getState().token);
  },
});

/** Hears the customer's own events, for example to say that an order was filled. */
export function listenToEvents(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/** How long a hidden page keeps its line: a glance at another app costs nothing. */
const hiddenMsMax = 5000;

/** Runs the stream for as long as the signed-in part of the app is mounted. */
export function runStream(): () => void {
  let hiddenTimer: number | undefined;
  const onVisibility = () => {
    window.clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = window.setTimeout(stream.stop, hiddenMsMax);
    else stream.start();
  };
  // A browser that lost the network keeps its line open for a while, and nothing comes over it.
  const renew = () => {
    if (document.hidden) return;
    stream.stop();
    stream.start();
  };
  const leaveSession = useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    stream.forget();
    if (now.token !== "") stream.start();
  });
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", renew);
  window.addEventListener("offline", renew);
  if (!document.hidden) stream.start();
  return () => {
    window.clearTimeout(hiddenTimer);
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("online", renew);
    window.removeEventListener("offline", renew);
    leaveSession();
    stream.stop();
  };
}

function openSocket(): StreamSocket {
  const address = new URL(streamPath, window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  const wrapped: StreamSocket = {
    // A socket that is not open yet, or not any more, takes nothing.
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => wrapped.onopen?.();
  socket.onmessage = (event) => wrapped.onmessage?.(event);
  socket.onclose = () => wrapped.onclose?.();
  return wrapped;
}
