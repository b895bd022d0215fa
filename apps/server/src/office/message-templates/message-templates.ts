import {
  templatesByOperatorMax,
  templatesToCustomerMax,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type OperatorCalls,
  type ProposalInputs,
  type TemplatePlace,
  type WrittenTexts,
} from "@sanshi/contract";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import {
  markedTalk,
  sayTemplate,
  usesSystemTitle,
} from "../../people/announcements/announcements.ts";
import { replyWithTemplate } from "../../people/conversations/conversations.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import * as rules from "./message-templates.rules.ts";
import * as store from "./message-templates.store.ts";

/** What one operator may send to a customer alone: a template in use, filled from the record and bounded choices. */

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Output<Path extends keyof OperatorCalls> = CallOutput<OperatorCalls[Path]>;
type SendForm = Input<"/api/ops/customers/:account/templates/send">;
type PreviewForm = Input<"/api/ops/customers/:account/templates/preview">;
type Change = ProposalInputs["message_template"];

const kind = "message_template";

export async function templatesListed(
  { database }: Context,
  { place }: Input<"/api/ops/message-templates">,
): Promise<Outcome<Output<"/api/ops/message-templates">>> {
  const found = await store.listTemplates(database.reader, place ?? null);
  return accept({
    templates: found.map(({ id, place: at, texts, proposal_id: proposal }) => ({
      id: id.toString(),
      place: at,
      texts,
      fields: openFields(texts),
      of_release: proposal === null,
    })),
  });
}

export function proposeTemplate(
  context: Context,
  operator: Operator,
  audit: Audit,
  input: Input<"/api/ops/message-templates/propose">,
): Promise<Outcome<Proposed>> {
  const { place, texts, replaces } = input;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, operator, {
      kind,
      // Two new ones for a place may wait at once; of one in use only one change.
      subject: replaces === null ? `${place} ${texts?.us.title ?? ""}` : `${place} ${replaces}`,
      input,
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, place, { proposal: proposed.value.id, replaces, texts });
    return proposed;
  });
}

export const templateProposals: Handlers<"message_template"> = {
  message_template: {
    approve: "approve_proposals",
    differences: (_context, transaction, input) => differencesOf(transaction, input),
    apply: async (_context, transaction, { input, proposalId, at }) => {
      const { place, texts, replaces } = input;
      if (replaces !== null && !(await store.endTemplate(transaction, replaces, at))) {
        return refuse("template_not_found");
      }
      if (texts !== null) await store.insertTemplate(transaction, { place, texts, proposalId });
      return accept({});
    },
  },
};

async function differencesOf(
  transaction: Transaction,
  { place, texts, replaces }: Change,
): Promise<Outcome<Difference[]>> {
  const before = replaces === null ? null : await store.findTemplate(transaction, replaces);
  if (before === undefined || (before === null && texts === null)) {
    return refuse("template_not_found");
  }
  if (before !== null && before.place !== place) return refuse("template_not_found");
  if (texts !== null) {
    if (usesSystemTitle(texts)) return refuse("title_is_the_systems");
    const objection = rules.objectToTemplate(place, texts);
    if (objection !== null) return refuse(objection.code, objection.params);
    if (isDeepStrictEqual(before?.texts, texts)) return refuse("template_unchanged");
  }
  const said = texts === null ? [] : Object.values(texts).map(({ title, body }) => title + body);
  return accept([
    ...markedTalk(said.join("\n")),
    { field: "template_place", before: null, after: `template_${place}` },
    ...(["jp", "cn", "us"] as const).flatMap((language) =>
      (["title", "body"] as const).map((part) => ({
        field: `${part}_${language}`,
        before: before?.texts[language][part] ?? null,
        after: texts?.[language][part] ?? null,
      })),
    ),
  ]);
}

export function previewTemplate(
  context: Context,
  form: PreviewForm,
): Promise<Outcome<Output<"/api/ops/customers/:account/templates/preview">>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const filled = await fill(context, transaction, form);
    if (!filled.ok) return filled;
    const { customerId, texts } = filled.value;
    const at = context.clock.now();
    // It says what the customer's record says.
    const look = { customerId, kind: "operator_viewed", what: "records", at } as const;
    await notifyOfOperatorAct(transaction, look);
    return accept({ texts });
  });
}

/** Sent at once: of all that stands in it the operator wrote nothing. The same request id sends it once. */
export function sendTemplate(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: SendForm,
): Promise<Outcome<Output<"/api/ops/customers/:account/templates/send">>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    // What was sent while its case was open has its first answer also later.
    const isKnown = await store.wasSent(transaction, form.request_id);
    const filled = await fill(context, transaction, form, { isKnown });
    if (!filled.ok) return filled;
    const { place, texts, customerId } = filled.value;
    const said = {
      templateId: BigInt(form.template),
      texts,
      requestId: form.request_id,
      at: context.clock.now(),
    };
    const sent =
      place === "conversation"
        ? await replyWithTemplate(transaction, operator, {
            ...said,
            account: form.account,
            caseNumber: form.case_number ?? null,
          })
        : await sayTemplate(transaction, operator, { ...said, customerId });
    if (!sent.ok) return sent;
    const { id, isNew } = sent.value;
    if (!isNew) return accept({ id: id.toString() });
    const minutes = await countAttempt(transaction, limitsOf(operator, customerId));
    if (minutes > 0) {
      return refuse("templates_too_many", {
        customer: String(templatesToCustomerMax),
        operator: String(templatesByOperatorMax),
      });
    }
    await audit.within(transaction, form.account, { template: form.template, texts });
    return accept({ id: id.toString() });
  });
}

/** What reaches everybody, or one customer again and again, is no answer to a case: an announcement takes two. */
function limitsOf({ operatorId }: Operator, customerId: bigint): RateLimit[] {
  const windowMinutes = 1_440;
  return [
    { key: `templates:to:${customerId}`, attemptsMax: templatesToCustomerMax, windowMinutes },
    { key: `templates:by:${operatorId}`, attemptsMax: templatesByOperatorMax, windowMinutes },
  ];
}

type Filled = { place: TemplatePlace; texts: WrittenTexts; customerId: bigint };

async function fill(
  context: Context,
  transaction: Transaction,
  { account, template: id, values, record: recordId, case_number: caseNumber }: PreviewForm,
  { isKnown = false } = {},
): Promise<Outcome<Filled>> {
  const customer = await store.findCustomerId(transaction, account);
  if (customer === undefined) return refuse("customer_not_found");
  const template = await store.findTemplate(transaction, id);
  if (template === undefined) return refuse("template_not_found");
  const { place } = template;
  const customerId = customer.id;
  const isOfCase = place !== "conversation" && place !== "customer";
  if (isOfCase !== (recordId !== undefined)) return refuse("review_not_found");
  const record =
    isOfCase && recordId !== undefined
      ? await store.findRecord(transaction, place, { customerId, id: recordId })
      : null;
  if (record === undefined) return refuse("review_not_found");
  if (record?.isDone === true && !isKnown) return refuse("review_already_decided");
  const hidden = caseNumber === undefined ? null : rules.kept(values, caseNumber);
  if (hidden !== null) return refuse("template_value_wrong", { field: hidden });
  const fields = openFields(template.texts);
  const now = context.clock.now();
  const bounded = rules.fillBounded(place, fields, values, { record, now });
  if (!bounded.ok) return refuse("template_value_wrong", { field: bounded.wrong });
  const { filling } = bounded;
  const { case: ofCase, order, stock } = values;
  const claimed = rules.claimedEntry(values, now);
  if (claimed !== null && !(await store.amountIsTheirs(transaction, customerId, claimed))) {
    return refuse("template_value_wrong", { field: "amount" });
  }
  if (ofCase !== undefined) {
    const isTheirs = await store.caseIsTheirs(transaction, customerId, ofCase);
    if (!isTheirs) return refuse("template_value_wrong", { field: "case" });
    filling.case = rules.same(ofCase);
  }
  if (order !== undefined) {
    const isTheirs = await store.orderIsTheirs(transaction, customerId, order);
    if (!isTheirs) return refuse("template_value_wrong", { field: "order" });
    filling.order = rules.same(order);
  }
  if (stock !== undefined) {
    const { type: market, code } = stock;
    if (context.quotes.instrument(market, code) === null) {
      return refuse("template_value_wrong", { field: "stock" });
    }
    const { jp, cn, us } = context.quotes.names(market, code);
    filling.stock = { jp: `${jp}（${code}）`, cn: `${cn}（${code}）`, us: `${us} (${code})` };
  }
  return accept({ place, texts: rules.filledTexts(template.texts, filling), customerId });
}

/** A template that is kept has been checked: its languages have the same fields. */
function openFields(texts: WrittenTexts) {
  const fields = rules.fieldsOf(texts);
  if (typeof fields === "string") throw new Error(`a template's fields are ${fields}`);
  return fields;
}
