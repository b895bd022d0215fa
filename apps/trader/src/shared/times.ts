import { useEffect, useState } from "react";
import { serverNow } from "@sanshi/web/server-clock";
import { showMoment } from "@sanshi/web/times";

/** `14:32` where the customer is. Anything unreadable gives an en dash. */
export function showTime(iso: string | null | undefined): string {
  return showMoment(iso, "time");
}

/** `14:32:05`. */
export function showTimeWithSeconds(iso: string | null | undefined): string {
  return showMoment(iso, "timeWithSeconds");
}

/** Seconds as `14:32`, or `1:02:03` from an hour on; never below zero. For countdowns. */
export function showCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

/** The server's time, read anew every so often; at a standstill while it is not `running`. */
export function useServerNow(everyMs = 1000, running = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    const read = () => setNow(serverNow());
    read();
    const timer = window.setInterval(read, everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs, running]);
  return now;
}
