import { useSyncExternalStore } from "react";
import { serverNow } from "@sanshi/web/server-clock";

const stepMs = 15_000;
const listeners = new Set<() => void>();
let timer: number | undefined;
let now = 0;

/** The app's clock in steps of a quarter of a minute, one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(tick, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Also when the clock was moved: everybody hears it at once. */
export function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function read(): number {
  if (now === 0 || timer === undefined) now = serverNow();
  return now;
}
