import { useEffect, useState } from "react";
import { locale } from "./language.ts";

let offsetMs = 0;

/** The stream says the app's clock; a simulated one may be ahead of the phone's. */
export function setServerNow(nowMs: number): void {
  offsetMs = nowMs - Date.now();
}

/** The app's clock in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `14:32` where the customer is. Anything unreadable gives an en dash. */
export function showTime(iso: string | null | undefined): string {
  return show(iso, { hour: "2-digit", minute: "2-digit" });
}

/** `14:32:05`. */
export function showTimeWithSeconds(iso: string | null | undefined): string {
  return show(iso, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/** `2026/11/21`, `11/21/2026`. */
export function showDate(iso: string | null | undefined): string {
  return show(iso, { year: "numeric", month: "2-digit", day: "2-digit" });
}

/** `2026/11/21 14:32`. */
export function showDateTime(iso: string | null | undefined): string {
  return show(iso, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Seconds as `14:32`, or `1:02:03` from an hour on; never below zero. For countdowns. */
export function showCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

function show(iso: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "–";
  const key = `${locale()}${Object.keys(options).join()}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale(), { ...options, hourCycle: "h23" });
    formatters.set(key, formatter);
  }
  return formatter.format(at);
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
