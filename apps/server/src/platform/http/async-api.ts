import {
  clientMessages,
  customerEvent,
  indexFragment,
  quoteFragment,
  serverMessages,
  streamPath,
} from "@sanshi/contract";
import { z } from "zod";

type Json = Record<string, unknown>;

export const asyncApiPath = "/api/docs/stream";

/** The AsyncAPI 3.0 document of the stream, written from the very schemas that check its messages. */
export function asyncApiDocument(): Json {
  const sent = messagesOf(clientMessages);
  const received = messagesOf(serverMessages);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Sanshi: the stream",
      version: "0.1.0",
      description,
      license: { name: "Apache-2.0" },
    },
    defaultContentType: "application/json",
    channels: {
      stream: {
        address: streamPath,
        description: "One WebSocket; every message is a text frame with one JSON object",
        messages: {
          ...references(prefixed("client", Object.keys(sent))),
          ...references(prefixed("server", Object.keys(received))),
        },
      },
    },
    operations: {
      // From the server's side, as AsyncAPI has it.
      receive: operation("receive", prefixed("client", Object.keys(sent))),
      send: operation("send", prefixed("server", Object.keys(received))),
    },
    components: {
      messages: {
        ...named("client", sent),
        ...named("server", received),
      },
      schemas: {
        QuoteFragment: schemaOf(quoteFragment),
        IndexFragment: schemaOf(indexFragment),
        CustomerEvent: schemaOf(customerEvent),
      },
    },
  };
}

const description = `Quotes, and a customer's own events. The first message signs in, within five seconds.

Quotes come as conflated frames: the newest state of what changed, two to four times a second. States in
between are left out, and none is owed. The answer to \`watch\` has all that is watched.

Events have a sequence, a whole number as text that grows for each customer across connections, restarts and
processes. It is no count: between two of them no other need be missing. After a broken line, \`resume\` with
the last sequence that was seen brings what happened meanwhile, once more what was seen in the last seconds
before, and \`resumed\`. An event is a hint to look again, and may be told twice. Too long ago, or too much:
\`gap\`; read everything again and go on from its sequence. What leaves no trace of its own in fills, movements
of money, messages and alerts (a closing order that was placed or cancelled, brackets that were set) is told
while it happens and is not resumed; each kind of event says so. Told again is at most what the last 24 hours
brought, and at most 200 events: beyond that comes the \`gap\`.

The server pings every 20 seconds; a line that answers none is ended. Closing codes: 1001 the server stops,
1008 refused, 1009 too large, 1013 come again, 4401 the session has ended.`;

function messagesOf(messages: Readonly<Record<string, z.ZodType>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, type]) => [
      name,
      { name, summary: type.meta()?.description ?? "", payload: schemaOf(type) },
    ]),
  );
}

function schemaOf(type: z.ZodType): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { target: "draft-7" });
  return schema as Json;
}

function prefixed(side: "client" | "server", names: readonly string[]): string[] {
  return names.map((name) => `${side}_${name}`);
}

function named(side: "client" | "server", messages: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [`${side}_${name}`, message]),
  );
}

function references(names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));
}

function operation(action: "send" | "receive", names: readonly string[]): Json {
  return {
    action,
    channel: { $ref: "#/channels/stream" },
    messages: names.map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
  };
}
