import { kindsOf, type Message } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { messageOf, messagesOf, readMessages } from "./messages.ts";
import { idsToRead } from "./messages.rules.ts";
import type { StoredMessage } from "./messages.store.ts";
import { pushFeature } from "./push/push.routes.ts";

export function messagesFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/user/messages", async ({ input, customer }) => {
    const place = placeOf(input.cursor, "number");
    if (place === null) return refuse("invalid_request");
    const { items, nextId, unread } = await messagesOf(context, customer, {
      before: place?.[0] ?? null,
      kinds: input.group === undefined ? null : kindsOf(input.group),
      limit: Number(input.limit),
    });
    return accept({
      items: items.map(onWire),
      next_cursor: nextId === null ? null : cursorOf(nextId),
      unread,
    });
  });
  http.handle("/user/message", async ({ input, customer }) => {
    const outcome = await messageOf(context, customer, BigInt(input.id));
    return outcome.ok ? accept(onWire(outcome.value)) : outcome;
  });
  http.handle("/user/read-messages", async ({ input, customer }) =>
    accept({ unread: await readMessages(context, customer, idsToRead(input.ids)) }),
  );
  return Promise.resolve(pushFeature(context));
}

function onWire({
  id,
  kind,
  params,
  texts,
  author,
  link,
  sent_at,
  read_at,
}: StoredMessage): Message {
  return {
    id: id.toString(),
    kind,
    params,
    texts,
    author,
    link,
    at: new Date(sent_at).toISOString(),
    read_at: read_at === null ? null : new Date(read_at).toISOString(),
  };
}
