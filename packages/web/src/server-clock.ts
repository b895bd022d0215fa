let offsetMs = 0;

/** The server says the app's clock; a simulated one may be ahead of the device's. */
export function setServerNow(nowMs: number): void {
  if (!Number.isNaN(nowMs)) offsetMs = nowMs - Date.now();
}

let aheadMs = 0;

/** Both of the server's clocks (milliseconds since the epoch): the app's, and the one that nobody moves. */
export function setServerClocks(appMs: number, realMs: number): void {
  setServerNow(appMs);
  if (!Number.isNaN(appMs - realMs)) aheadMs = appMs - realMs;
}

/** How far the simulated clock is ahead of real time, in milliseconds; 0 where it is not known. */
export function clockAheadMs(): number {
  return aheadMs;
}

/** The app's clock in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
