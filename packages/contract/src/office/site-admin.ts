import { publicReason } from "../governance/public-facts.ts";
import { pendingDecision, decisionOutput } from "../governance/reviews.ts";
import {
  siteSettingNames,
  type SiteSettingName,
  settingLengthMax,
} from "../governance/site-settings.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import { time, nothing, page, typedTextOrNone } from "../wire.ts";
import { z } from "zod";

const name = z.enum(siteSettingNames as readonly [SiteSettingName, ...SiteSettingName[]]);

const setting = z.object({
  name,
  kind: z.enum(["text", "address", "choice", "flag", "hours", "days", "amounts", "whole"]),
  /** In `/common/config`, which everybody reads. */
  public: z.boolean(),
  value: z.string(),
  /** What holds until somebody changes it. */
  standard: z.string(),
  choices: z.array(z.string()),
  min: z.int().nullable(),
  max: z.int().nullable(),
  /** Which way it tightens: that is announced a day ahead. */
  tightens: z.enum(["up", "down", "on", "off", "narrower", "never", "always"]),
  /** What is decided and has not begun. */
  planned: z.object({ value: z.string(), effective_from: time }).nullable(),
  pending: pendingDecision.extend({ value: z.string() }).nullable(),
});

export const siteAdminCalls = {
  "/api/ops/site": defineOperatorCall({
    summary: "The site's settings with their bounds, and what is proposed for each",
    method: "GET",
    permission: "view_site",
    input: nothing,
    output: page(setting),
    refusals: [],
  }),
  "/api/ops/site/propose": defineOperatorCall({
    summary:
      "Proposes another value of a setting; another operator approves it, and then it holds at once, or a day later where it tightens: customers are told at the approval, with the reason",
    permission: "manage_site",
    input: z.strictObject({
      name,
      value: typedTextOrNone(settingLengthMax),
      /** Everybody reads it. */
      reason: publicReason,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_too_long",
      "reason_languages_missing",
      "reason_not_a_sentence",
      "setting_invalid",
      "setting_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
};
