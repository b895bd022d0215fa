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
