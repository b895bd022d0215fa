import { z } from "zod";
import { recordId, time } from "../wire.ts";

/** Given to whoever enters, and the proof of an entry that a list leaves out. */
export const drawReceipt = z
  .object({
    terms_hash: z.string(),
    number: z.string(),
    lots: z.int(),
    nonce: z.string(),
    at: time,
    signature: z.string(),
  })
  .meta({ id: "SubscriptionReceipt" });

export type DrawReceipt = z.output<typeof drawReceipt>;

export const drawState = z
  .object({
    offering: recordId,
    address: z.string(),
    terms_hash: z.string(),
    seed_commitment: z.string(),
    delay: z.number(),
    entries: z.int().nullable(),
    root: z.string().nullable(),
    root_at: time.nullable(),
    /** Of the 256 parts of the delay. */
    parts_done: z.int(),
    result: z.string().nullable(),
    drawn_at: time.nullable(),
    /** The customer's own number in the list. */
    number: z.string().nullable(),
  })
  .meta({ id: "DrawState" });

export type DrawState = z.output<typeof drawState>;
