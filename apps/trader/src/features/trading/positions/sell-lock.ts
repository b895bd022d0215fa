import { dayMs } from "@sanshi/contract/constants";
import { useEffect, useState } from "react";
import { serverNow } from "@sanshi/web/server-clock";

/** Whole seconds until the shares can be sold; 0 from that moment on. */
export function lockSecondsLeft(sellableAt: string, nowMs: number): number {
  const left = Date.parse(sellableAt) - nowMs;
  return left > 0 ? Math.ceil(left / 1000) : 0;
}

/** Lock-up of a day or longer, in whole days; null for the ordinary minutes. */
export function lockUpDays(buyTime: string, sellableAt: string): number | null {
  const days = Math.round((Date.parse(sellableAt) - Date.parse(buyTime)) / dayMs);
  return days >= 1 ? days : null;
}

/** Ticks each second while the lock runs, and wakes once more when it ends. */
export function useLockSeconds(sellableAt: string): number {
  const [left, setLeft] = useState(() => lockSecondsLeft(sellableAt, serverNow()));
  useEffect(() => {
    const tick = () => {
      const seconds = lockSecondsLeft(sellableAt, serverNow());
      setLeft(seconds);
      return seconds;
    };
    if (tick() === 0) return;
    const timer = window.setInterval(() => {
      if (tick() === 0) window.clearInterval(timer);
    }, 1000);
    return () => window.clearInterval(timer);
  }, [sellableAt]);
  return left;
}
