import { defineCall } from "../call.ts";
import { photoRefusals } from "../common-constants.ts";
import { photo } from "../uploads.ts";
import { givenReason } from "../governance/reviews.ts";
import { time, nothing, typedText, typedTextOrNone, verificationStatus } from "../wire.ts";
import { idTypes, nameLengthMax } from "./constants.ts";
import { z } from "zod";

const acceptedId = z.object({
  id_type: z.enum(idTypes),
  accepted: z.boolean(),
  /** The day from which it is no longer accepted; null where no such day is known. */
  accepted_until: z.iso.date().nullable(),
  sides: z.array(z.enum(["front", "back"])),
  /** `masked`: only the number's last digits are kept. `nothing`: it is checked and then forgotten. */
  number_kept: z.enum(["encrypted", "masked", "nothing"]),
});

export type AcceptedId = z.output<typeof acceptedId>;

/** Why something was rejected: a code that the app has a sentence for, or `other` and the reviewer's own words. */
export const rejection = givenReason;

export const verification = z.object({
  status: verificationStatus,
  /** What was submitted last; null before. */
  submitted: z
    .object({
      name: z.string(),
      name_kana: z.string().nullable(),
      id_type: z.enum(idTypes),
      id_number_masked: z.string(),
      submitted_at: time,
      decided_at: time.nullable(),
      rejection: rejection.nullable(),
    })
    .nullable(),
  accepted_ids: z.array(acceptedId),
  /**
   * How an identity is checked today, and from when on Japan asks for a reading of the chip. `reader` is null where no
   * reader is connected: verification ends on that day until there is one.
   */
  checked: z.object({
    by: z.enum(["photographs", "chip_reading"]),
    chip_reading_from: z.iso.date(),
    reader: z.enum(["simulated", "chip", "jpki"]).nullable(),
  }),
});

export type Verification = z.output<typeof verification>;

export const verificationCalls = {
  "/user/verification": defineCall({
    summary: "How far the identity check is, and which IDs are accepted today",
    access: "customer",
    input: nothing,
    output: verification,
    refusals: [],
  }),
  "/user/submit-verification": defineCall({
    summary:
      "Hands in name, number and photos of an ID; the back is asked for except of a My Number card",
    access: "customer",
    files: ["front", "back"],
    input: z.strictObject({
      name: typedText(nameLengthMax),
      /** The name in katakana, as Japanese banks write it: a bank account's holder is compared with it. */
      name_kana: typedTextOrNone(nameLengthMax).optional(),
      id_type: z.enum(idTypes),
      id_number: typedText(40),
      agree: z.enum(["true", "false"]),
      front: photo.optional(),
      back: photo.optional(),
    }),
    output: verification,
    refusals: [
      "agreement_required",
      "name_not_a_name",
      "name_scripts_mixed",
      "name_not_katakana",
      "id_type_not_accepted",
      "id_number_malformed",
      "id_number_check_digit_wrong",
      "front_photo_required",
      "back_photo_required",
      "back_photo_not_taken",
      "already_verified",
      "verification_under_review",
      "submit_too_frequent",
      "photographs_not_enough",
      "id_not_read",
      ...photoRefusals,
      "upload_failed",
    ],
  }),
};
