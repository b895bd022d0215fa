let offsetMs = 0;

/** The server says the app's clock when it answers who is signed in; a simulated one may be ahead. */
export function setServerNow(iso: string): void {
  const at = Date.parse(iso);
  if (!Number.isNaN(at)) offsetMs = at - Date.now();
}

/** The app's clock in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
