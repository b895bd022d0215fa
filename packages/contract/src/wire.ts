import {
  currencies,
  decimalPattern,
  defaultMarketKey,
  longDecimalPattern,
  marketKeys,
} from "@sanshi/money";
import { z } from "zod";
import { calendarStatuses } from "./market/constants.ts";

/**
 * The shapes that the calls share. Form fields are text, and nothing is coerced: a number is checked
 * by its spelling here and by its value in the rules, so that each has its own refusal.
 */
export const marketKey = z.enum(marketKeys).meta({ description: "market key; also its currency" });
export const marketType = marketKey.default(defaultMarketKey);
export const currency = z.enum(currencies);
/** In which sums over several currencies are shown. */
export const displayCurrency = z.enum(["USD", "JPY", "CNY"]);

/** A plain decimal: `-1` and `0.5` are spelled well (and refused by the rules), `1e3` and ` 5` are not. */
export const decimal = z
  .string()
  .max(28)
  .regex(decimalPattern)
  .meta({ description: "decimal number as text, for example 1234.50" });

/** A dividend of one share, with every decimal that was announced, up to twelve. */
export const amountPerShare = z
  .string()
  .max(32)
  .regex(longDecimalPattern)
  .meta({ description: "amount per share as text, for example 0.077955" });

/** Beside a date that follows a market's trading days: while it is not `published`, the date may still move. */
export const calendarStatus = z.enum(calendarStatuses).meta({
  description:
    "how far the calendar of that date's year is known; published too where it rests on none",
});

/** Sale proceeds by the dates on which they settle and can leave, the nearest first. */
export const unsettledCash = z
  .array(z.object({ settles_on: z.iso.date(), settles_on_status: calendarStatus, amount: decimal }))
  .meta({ description: "what of the available money settles when; empty in practice mode" });

export const requestId = z.uuid().meta({ description: "made by the client, once per intention" });
/** The identity of a record: a positive whole number below 2^63, as text. */
export const recordId = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .meta({ description: "record id" });
export const instrumentCode = z.string().regex(/^[0-9A-Z][0-9A-Z.-]{0,11}$/);
export const listLimit = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/)
  .default("20")
  .meta({ description: "1 to 100" });
/** Where a page ended, in the server's own words: only what a page answered is accepted. */
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,1000}$/)
  .meta({ description: "next_cursor of the page before, asked for with the same filter" });

// Control characters would break logs and exports; nobody's password or name needs them.
// eslint-disable-next-line no-control-regex
const printable = /^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/;

/** One line of text that a person typed. */
export function typedText(lengthMax: number) {
  return typedTextOrNone(lengthMax).min(1);
}

/** The same where a rule, and not the form, asks for it. */
export function typedTextOrNone(lengthMax: number) {
  return z.string().max(lengthMax).regex(printable);
}

/** Several lines of text; nothing in it is ever read as HTML. */
export function typedLines(lengthMax: number) {
  return (
    z
      .string()
      .min(1)
      .max(lengthMax)
      // eslint-disable-next-line no-control-regex
      .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/)
  );
}

/** What is pasted from a page or read from a file: with tabs and every kind of line end. */
export function pastedText(lengthMax: number) {
  return (
    z
      .string()
      .min(1)
      .max(lengthMax)
      // eslint-disable-next-line no-control-regex
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/)
  );
}

/** Fields as an address spells them, percent-encoded: no letter that could break a log stands in it. */
export function encodedFields(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .regex(/^[\w.~*%+=&:-]*$/);
}

export const password = typedText(128);
/** The answer to a `puzzle_required`, with the same call again. */
export const worked = {
  puzzle: typedText(200).optional(),
  puzzle_answer: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
};
/** What the browser's WebAuthn functions give, as JSON: a form carries texts. */
export const webAuthnAnswer = typedText(16_000);
export const time = z.iso.datetime().meta({ description: "ISO 8601, UTC" });
export const month = z.string().regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/);
export const names = z
  .object({ jp: z.string(), cn: z.string(), us: z.string() })
  .meta({ id: "Names" });
/** Of an identity, wherever it is told: the wire has it as a number. */
export const verificationStatus = z.int().min(0).max(3).meta({
  description: "0 not verified, 1 under review, 2 verified, 3 failed",
});
export const nothing = z.strictObject({});
export const done = z.object({});

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}
