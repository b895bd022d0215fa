import type { MessageGroup } from "@sanshi/contract";

/** For so long a push service keeps what it cannot deliver: a call for margin of yesterday helps nobody. */
const keptHours: Readonly<Partial<Record<MessageGroup, number>>> = { margin: 6, stocks: 6 };
const keptHoursElse = 24;

export function howToSend(group: MessageGroup): { ttlSeconds: number; urgency: "high" | "normal" } {
  return {
    ttlSeconds: (keptHours[group] ?? keptHoursElse) * 3_600,
    urgency: group === "margin" || group === "orders" ? "high" : "normal",
  };
}

export const pushAttemptsMax = 6;
/** What has waited for longer is not news any more. */
export const pushAgeHoursMax = 6;
const retrySecondsFirst = 30;

/** What becomes of a delivery by its push service's answer; `status` null where there was none. */
export type Fate = "delivered" | "subscription_gone" | "dropped" | { retryInSeconds: number };

export function fateOf(
  { status, retryAfterSeconds }: { status: number | null; retryAfterSeconds: number | null },
  attempts: number,
): Fate {
  if (status !== null && status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "subscription_gone";
  const passes = status === null || status === 408 || status === 429 || status >= 500;
  if (!passes || attempts >= pushAttemptsMax) return "dropped";
  return { retryInSeconds: retryAfterSeconds ?? retrySecondsFirst * 4 ** (attempts - 1) };
}
