let offsetMs = 0;

/** The server says the app's clock; a simulated one may be ahead of the device's. */
export function setServerNow(nowMs: number): void {
  if (!Number.isNaN(nowMs)) offsetMs = nowMs - Date.now();
}

/** The app's clock in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
