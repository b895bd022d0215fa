import { messageKinds } from "../people/message-groups.ts";
import {
  watchedSymbolsMax,
  resumeSecondsMax,
  type ClientMessage,
  type CustomerEvent,
  type IndexFragment,
  type QuoteFragment,
  type ServerMessage,
} from "./stream.ts";
import { marketKeys } from "@sanshi/money";
import { z } from "zod";

/**
 * The stream's messages as schemas, for the server's check of what comes in and for the description of both
 * directions. Apart from `stream.ts`, which the apps load without a validator.
 */

/** A moment of the app's clock in microseconds. Only what the server gave is accepted. */
export const streamSequence = z
  .string()
  .regex(/^\d{1,16}$/)
  .meta({ description: "grows with every event of a customer; compare as a whole number" });

const symbol = z.string().max(32).meta({
  description: "`jpy:7203`; an index is `jpy:@` and its code. Unknown ones are left out",
});

export const clientMessages = {
  signIn: z
    .strictObject({
      op: z.literal("sign-in"),
      token: z.string().min(1).max(128),
      account: z.string().max(32),
    })
    .meta({ description: "The first message, within five seconds; answered by `ready`" }),
  watch: z
    .strictObject({ op: z.literal("watch"), symbols: z.array(symbol).max(watchedSymbolsMax) })
    .meta({ description: "Replaces what is watched; answered by a frame of all of it" }),
  resume: z
    .union([
      z.strictObject({ op: z.literal("resume"), sequence: streamSequence }),
      z.strictObject({ op: z.literal("resume"), seconds: z.int().min(1).max(resumeSecondsMax) }),
    ])
    .meta({
      description:
        "Asks for the customer's events since the last sequence that was seen, or, of a client that has read before it signed in here, of the last so many seconds; answered by those events and `resumed`, or by `gap`",
    }),
  ping: z
    .strictObject({ op: z.literal("ping") })
    .meta({ description: "Is the line alive? Answered by `pong`" }),
  pong: z
    .strictObject({ op: z.literal("pong") })
    .meta({ description: "Answers the server's `ping`; a line that answers none is ended" }),
} as const;

const text = (description: string) => z.string().meta({ description });
const time = z.int().meta({ description: "milliseconds since the epoch on the app's clock" });
const sequence = streamSequence;

export const quoteFragment = z
  .object({
    k: symbol,
    s: text("sequence of the quote in its feed"),
    l: text("last price"),
    c: text("change to the previous close"),
    p: text("change in per cent"),
    b: text("best bid; empty where there is none"),
    a: text("best ask; empty where there is none"),
    h: text("the day's high"),
    w: text("the day's low"),
    v: text("the day's volume in shares"),
    u: text("the day's turnover in the market's currency"),
    t: time,
    o: z.literal(true).exactOptional().meta({
      description:
        "Set where its age is not known, as the server's clock has stepped since: nothing is traded at it",
    }),
  })
  .meta({ description: "The newest state of a stock; decimals as text" });
export const indexFragment = z
  .object({
    k: symbol,
    l: text("level"),
    c: text("change to the previous close"),
    p: text("change in per cent"),
    t: time,
  })
  .meta({ description: "The newest state of an index" });

const id = z.string();
const stock = { id, type: z.enum(marketKeys), code: z.string() };
const fill = { ...stock, price: z.string(), quantity: z.string() };
const told = "Told live, and again after a `resume`";
/** One for each kind of event that the server sends; the descriptions say which of them can be resumed. */
const customerEvents = [
  z.object({ kind: z.literal("order_filled"), ...fill }).meta({
    description: `An order to open was filled, as a whole or in part. ${told}`,
  }),
  z.object({ kind: z.literal("order_cancelled"), ...stock }).meta({
    description: `An order does not wait any more: cancelled, expired or refused. ${told}, where it held money; that of an order to close is told live only`,
  }),
  z.object({ kind: z.literal("position_closed"), ...fill }).meta({
    description: `A position was closed, as a whole or in part. ${told}`,
  }),
  z.object({ kind: z.literal("balance_changed") }).meta({
    description: `Money moved, or what a position is worth to it. ${told}, where money moved; a change of brackets or of an order to close is told live only`,
  }),
  z.object({ kind: z.literal("message"), id, about: z.enum(messageKinds) }).meta({
    description: `A message was written. ${told}`,
  }),
  z.object({ kind: z.literal("service_message"), id }).meta({
    description: `Customer service has answered. ${told}`,
  }),
  z.object({ kind: z.literal("price_alert"), ...stock, price: z.string() }).meta({
    description: `A price alert was reached. ${told}`,
  }),
  z.object({ kind: z.literal("signed_out") }).meta({
    description: "This session has ended: told live only, and the line is closed with 4401",
  }),
] as const;
export const customerEvent = z
  .union(customerEvents)
  .meta({ description: "Something of the customer's own happened: read again what it is about" });

export const serverMessages = {
  ready: z
    .object({ op: z.literal("ready"), now: time, sequence })
    .meta({ description: "Signed in; from here on events come by themselves" }),
  clock: z.object({ op: z.literal("clock"), now: time }).meta({
    description:
      "The simulated clock was moved, or a move was announced or withdrawn: read everything again",
  }),
  quotes: z
    .object({
      op: z.literal("quotes"),
      now: time,
      q: z.array(z.union([quoteFragment, indexFragment])),
    })
    .meta({
      description:
        "What changed among what is watched, two to four times a second: states in between are left out",
    }),
  event: z
    .object({
      op: z.literal("event"),
      sequence,
      event: customerEvent,
      resumed: z.literal(true).optional().meta({
        description: "It happened before: one that was seen already may come again",
      }),
    })
    .meta({ description: "One of the customer's own events" }),
  resumed: z
    .object({ op: z.literal("resumed"), sequence })
    .meta({ description: "Every event up to here has been told" }),
  gap: z.object({ op: z.literal("gap"), sequence }).meta({
    description: "Too long ago, or too much happened: read everything again, and go on from here",
  }),
  ping: z.object({ op: z.literal("ping") }).meta({ description: "Answer it by `pong`" }),
  pong: z.object({ op: z.literal("pong"), now: time }).meta({ description: "Answers `ping`" }),
  refused: z
    .object({ op: z.literal("refused"), msg: text("a code of the refusals") })
    .meta({ description: "The line is closed after it" }),
} as const;

export const clientMessage = z.union(Object.values(clientMessages));
export const serverMessage = z.union(Object.values(serverMessages));

// The types that the apps use, and the schemas: each is what the other says.
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
const isSameIn: Same<z.output<typeof clientMessage>["op"], ClientMessage["op"]> = true;
const isSameOut: Same<z.output<typeof serverMessage>["op"], ServerMessage["op"]> = true;
const isSameEvent: Same<z.output<typeof customerEvent>, CustomerEvent> = true;
const isSameQuote: Same<z.output<typeof quoteFragment>, QuoteFragment> = true;
const isSameIndex: Same<z.output<typeof indexFragment>, IndexFragment> = true;
void isSameIn;
void isSameOut;
void isSameEvent;
void isSameQuote;
void isSameIndex;
