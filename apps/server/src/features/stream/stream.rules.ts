import { watchedSymbolsMax, type ClientMessage } from "@sanshi/contract/stream";
import { z } from "zod";

const clientMessage = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("sign-in"),
    token: z.string().min(1).max(128),
    account: z.string().max(32),
  }),
  z.strictObject({
    op: z.literal("watch"),
    symbols: z.array(z.string().max(32)).max(watchedSymbolsMax),
  }),
  z.strictObject({ op: z.literal("pong") }),
]);

/** Reads what a client sent; null where it is none of its messages. */
export function readClientMessage(text: string): ClientMessage | null {
  try {
    const message = clientMessage.safeParse(JSON.parse(text));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

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
