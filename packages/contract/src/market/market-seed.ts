import { defineCall } from "../call.ts";
import { decimal, marketKey, time, nothing } from "../wire.ts";
import { instrumentsAddedMax, instrumentsOfferedMax } from "./constants.ts";
import { z } from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.iso.date();

/** What a company that the house added is made from, beside the secret of its day. */
const addition = z.object({
  type: marketKey,
  code: z.string(),
  exchange: z.string(),
  sector: z.string(),
  listed_on: z.string(),
  added_at: time,
  /** What its shares were offered at, where it came to market by an offering: its first price is drawn around it. */
  offer_price: decimal.nullable(),
});

export const marketSeedCalls = {
  "/market/seed": defineCall({
    summary:
      "What the simulated prices follow from: the commitment that was fixed at birth, and each past day's part",
    access: "anyone",
    input: nothing,
    output: z.object({
      /** `secret`: drawn by the instance itself; `given`: typed in by the operator, for tests and lessons. */
      kind: z.enum(["secret", "given"]),
      /** True while somebody may know prices ahead, and the screens have to say so. */
      foreseeable: z.boolean(),
      /** The rest is null where the seed was given. */
      commitment: hash.nullable().meta({
        description:
          "SHA-256 of these lines, joined by line feeds: `sanshi market ` and the edition, feed, hours, past_seed, secret_from, pinned_at, anchor",
      }),
      origin: z
        .object({
          /** Which facts the generator knows: in 1, ChiNext moves by 20 % before August 2020 too. */
          edition: z.union([z.literal(1), z.literal(2)]),
          feed: z.string(),
          hours: z.enum(["always", "exchange"]),
          past_seed: z.string(),
          secret_from: date,
          pinned_at: time,
          anchor: hash,
        })
        .nullable(),
      revealed: z.object({ date, part: hash }).nullable().meta({
        description:
          "the newest day that is over everywhere; each day's part is the SHA-256 of the next day's, and the anchor that of the first",
      }),
      /** Companies that were added by the end of the revealed day. */
      additions: z.array(addition).max(3 * (instrumentsAddedMax + instrumentsOfferedMax)),
    }),
    refusals: [],
  }),
};
