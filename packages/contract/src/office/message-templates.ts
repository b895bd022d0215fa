import { currencies } from "@sanshi/money";
import { decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { writtenTexts } from "../people/announcements.ts";
import { accountPattern, caseNumberPattern } from "../people/constants.ts";
import { decimal, instrumentCode, marketKey, recordId, requestId } from "../wire.ts";
import { templateDocuments, templateFields, templatePlaces } from "./constants.ts";
import { z } from "zod";

const place = z.enum(templatePlaces);
const account = z.string().regex(accountPattern);

/** What an operator chooses: days as YYYY-MM-DD, a positive amount, numbers of the customer's own records. */
const chosen = z.strictObject({
  amount: z.strictObject({ currency: z.enum(currencies), amount: decimal }).optional(),
  date: z.iso.date().optional(),
  due_day: z.iso.date().optional(),
  document: z.enum(templateDocuments).optional(),
  case: z.string().regex(caseNumberPattern).optional(),
  order: recordId.optional(),
  stock: z.strictObject({ type: marketKey, code: instrumentCode }).optional(),
});
export type TemplateValues = z.output<typeof chosen>;

const filled = {
  account,
  template: recordId,
  values: chosen,
  /** The case's record; of a conversation and a customer's page none. */
  record: recordId.optional(),
  /** Of a conversation: who wrote by this number reads it too, without signing in. */
  case_number: z.string().regex(caseNumberPattern).optional(),
};

const refusals = [
  "customer_not_found",
  "template_not_found",
  "review_not_found",
  "review_already_decided",
  "template_value_wrong",
] as const;

const template = z.object({
  id: recordId,
  place,
  texts: writtenTexts,
  fields: z.array(z.enum(templateFields)),
  /** Whether a release brought it; otherwise two operators wrote it. */
  of_release: z.boolean(),
});
export type MessageTemplate = z.output<typeof template>;

export const messageTemplateCalls = {
  "/api/ops/message-templates": defineOperatorCall({
    summary: "The templates in use, by place, with the fields that each leaves open",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ place: place.optional() }),
    output: z.object({ templates: z.array(template) }),
    refusals: [],
  }),
  "/api/ops/message-templates/propose": defineOperatorCall({
    summary:
      "Proposes a new template, another text for one in use, or without texts that one is used no more; each takes a second operator",
    permission: "write_announcements",
    input: z.strictObject({
      place,
      texts: writtenTexts.nullable(),
      replaces: recordId.nullable(),
    }),
    output: decisionOutput,
    refusals: [
      "title_is_the_systems",
      "reason_not_a_sentence",
      "template_fields_differ",
      "template_field_unknown",
      "template_not_found",
      "template_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/customers/:account/templates/preview": defineOperatorCall({
    summary: "A template as the customer would read it in each language, with its fields filled in",
    permission: "message_customers",
    input: z.strictObject(filled),
    output: z.object({ texts: writtenTexts }),
    refusals,
  }),
  "/api/ops/customers/:account/templates/send": defineOperatorCall({
    summary:
      "Sends a template to one customer at once, framed as an operator's; one of a conversation stands in it as an answer",
    permission: "message_customers",
    input: z.strictObject({
      ...filled,
      request_id: requestId,
    }),
    output: z.object({ id: recordId }),
    refusals: [
      ...refusals,
      "conversation_not_found",
      "case_not_found",
      "claimed_by_another",
      "request_id_reused",
      "templates_too_many",
    ],
  }),
};
