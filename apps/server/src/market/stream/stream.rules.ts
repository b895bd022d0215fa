/** A burst for a fast finger on the tabs; then as fast as a person can look. */
export const messagesBurstMax = 30;
export const messagesPerSecondMax = 3;

/** How many messages a client may still send, and when that was counted (monotonic milliseconds). */
export type Allowance = { left: number; at: number };

/** Takes one message off what is allowed; null where nothing is left. */
export function spendMessage({ left, at }: Allowance, now: number): Allowance | null {
  const refilled = Math.min(messagesBurstMax, left + ((now - at) / 1000) * messagesPerSecondMax);
  return refilled < 1 ? null : { left: refilled - 1, at: now };
}

/** A browser names the page that connects; only pages of our own may. Other programs name none. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}
