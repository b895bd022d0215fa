import { clientMessage, type ClientMessage } from "@sanshi/contract";

/** Reads what a client sent; null where it is none of its messages. */
export function readClientMessage(text: string): ClientMessage | null {
  try {
    const message = clientMessage.safeParse(JSON.parse(text));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}
