import { defineCall } from "../call.ts";
import {
  recordId,
  requestId,
  time,
  names,
  typedTextOrNone,
  nothing,
  typedText,
  done,
} from "../wire.ts";
import { cardTypes } from "./constants.ts";
import { z } from "zod";

const bankCard = z.object({
  id: recordId,
  /** ISO 3166, two letters. */
  country: z.string(),
  holder_name: z.string(),
  /** All but the last digits are hidden. */
  card_number: z.string(),
  bank_code: z.string().nullable(),
  bank_name: z.string(),
  branch_code: z.string(),
  branch_name: z.string(),
  card_type: z.enum(cardTypes),
  added_at: time,
  /** Until then no withdrawal can go to it; null where one can. */
  usable_from: time.nullable(),
  /** In Japan: what the list of banks no longer has of it; null where nothing is wrong. */
  trouble: z.enum(["bank_gone", "branch_gone"]).nullable(),
  /** The bank that a bank which is gone went into, where that is known. */
  bank_today: z.string().nullable(),
});

export type BankCard = z.output<typeof bankCard>;

const bank = z.object({
  code: z.string(),
  names,
  kana: z.string(),
  /** Banks that went into it, and names that it had; with the code of then. */
  formerly: z.array(z.object({ code: z.string(), name: z.string() })),
});

export type Bank = z.output<typeof bank>;

const branch = z.object({ code: z.string(), name: z.string(), kana: z.string() });

export type BankBranch = z.output<typeof branch>;

export const cardCalls = {
  "/user/banks": defineCall({
    summary:
      "Japan's banks with their four-digit codes, found by name, former name, reading or code: twenty at most",
    access: "customer",
    input: z.strictObject({ q: typedTextOrNone(40).optional() }),
    output: z.array(bank),
    refusals: [],
  }),
  "/user/bank-branches": defineCall({
    summary: "The branches of one of Japan's banks, found by name, reading or code: twenty at most",
    access: "customer",
    input: z.strictObject({
      bank_code: z.string().regex(/^\d{4}$/),
      q: typedTextOrNone(40).optional(),
    }),
    output: z.object({
      items: z.array(branch),
      /** The day of the list. */
      listed_on: z.iso.date(),
    }),
    refusals: [],
  }),
  "/user/bank-cards": defineCall({
    summary: "The bank accounts that money can be withdrawn to, the newest first",
    access: "customer",
    input: nothing,
    output: z.object({ items: z.array(bankCard), max: z.int() }),
    refusals: [],
  }),
  "/user/add-bank-card": defineCall({
    summary: "Adds a bank account of the customer's own",
    access: "customer",
    input: z.strictObject({
      holder_name: typedText(80),
      card_number: typedText(40),
      bank_name: typedText(60),
      branch_name: typedText(60),
      branch_code: typedText(20).meta({
        description:
          "at Japan Post Bank also the five digits of the 記号, with the 番号 as card_number",
      }),
      card_type: z.enum(cardTypes),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default("JP")
        .meta({ description: "of the bank, ISO 3166: JP, US, CN …" }),
      /** Of a Japanese bank, as `/user/banks` has it; without it the bank is found by its whole name. */
      bank_code: typedTextOrNone(4).optional(),
      request_id: requestId.optional(),
    }),
    output: bankCard,
    refusals: [
      "request_id_reused",
      "reset_hold",
      "proof_required",
      "password_proof_required",
      "holder_has_characters",
      "holder_letter_not_allowed",
      "holder_not_katakana",
      "holder_not_a_name",
      "name_scripts_mixed",
      "bank_merged",
      "bank_not_found",
      "post_symbol_malformed",
      "post_number_malformed",
      "branch_code_not_three_digits",
      "card_number_not_seven_digits",
      "branch_not_found",
      "card_number_malformed",
      "card_type_not_offered",
      "too_many_tries",
      "account_frozen",
      "card_holder_differs",
      "card_exists",
      "cards_too_many",
    ],
  }),
  "/user/remove-bank-card": defineCall({
    summary: "Removes a bank account, unless a withdrawal to it is under review",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused", "card_not_found", "fund_operation_in_progress"],
  }),
};
