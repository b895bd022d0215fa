import {
  readPublicReason,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type OperatorCalls,
  type ProposalInputs,
  type Reason,
  type WrittenTexts,
} from "@sanshi/contract";
import { formatMinor, settlementCurrency } from "@sanshi/money";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import {
  beforeRecords,
  commissionCeilings,
  commissionOf,
  feesAnnounced,
  localDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { announceDecision } from "../../people/announcements/announcements.ts";
import { commissionDecisions, commissionsOf, feeLineOnWire, scheduleOn } from "../fees/fees.ts";
import {
  findPendingProposal,
  pendingOf,
  propose,
  type Proposed,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import {
  areSameTerms,
  daysToBegin,
  objectToDay,
  rateText,
  readTerms,
  statesOf,
  termsOfSchedule,
  termsText,
  type Terms,
} from "./fees-admin.rules.ts";
import * as store from "./fees-admin.store.ts";
import {
  commissionAnnounced,
  commissionReasoned,
  commissionWithdrawn,
} from "./fees-admin.texts.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/fees"]>;
type CommissionInput = ProposalInputs["commission"];

const commissionKind = "commission";

/** One market's commission with its history, and what the law and the exchange charge. */
export async function feesListed(
  { database: { reader }, clock }: Context,
  operator: Operator,
  { type: market }: Input<"/api/ops/fees">,
): Promise<Outcome<Listed>> {
  const now = clock.now();
  const date = localDate(market, now);
  const currency = settlementCurrency(market);
  const decisions = await commissionDecisions(reader, market);
  const records = new Map(
    (await store.loadRecords(reader, market)).map((record) => [record.id, record]),
  );
  const states = statesOf(decisions, date);
  const schedule = scheduleOn(market, date, commissionsOf(decisions));
  const { reference } = commissionOf(schedule);
  const ceiling = commissionCeilings[market];
  const waiting = await findPendingProposal(reader, commissionKind, market);
  const isOver = waiting === undefined || waiting.expires_at <= now;
  const items = decisions.flatMap(({ id, validFrom, terms }, index) => {
    const record = records.get(id);
    const state = states[index];
    if (record === undefined || state === undefined) return [];
    const commission = terms && termsText(market, terms);
    return [
      { id: id.toString(), valid_from: validFrom, commission, state, ...recordOnWire(record) },
    ];
  });
  const statutory = [...schedule, ...feesAnnounced(market, date)].filter(
    ({ name }) => name !== "broker_commission",
  );
  return accept({
    type: market,
    currency,
    date,
    ...daysToBegin(market, now),
    ceiling: {
      rate: rateText(ceiling.rate),
      minimum: formatMinor(ceiling.minimumMinor, currency),
      rule: ceiling.reference.rule,
      source: ceiling.reference.source,
    },
    commission: {
      ...termsText(market, termsOfSchedule(schedule)),
      since: reference.validFrom === beforeRecords ? null : reference.validFrom,
    },
    decisions: items.toReversed(),
    statutory: statutory.map((line) => feeLineOnWire(market, line)),
    pending: isOver ? null : pendingOf(waiting, operator),
  });
}

function recordOnWire(record: store.DecisionRecord) {
  return {
    proposed_by: { id: record.proposed_by.toString(), email: record.proposer },
    approved_by: { id: record.approved_by.toString(), email: record.approver },
    decided_at: new Date(record.decided_at).toISOString(),
    note: record.note,
  };
}

export function proposeCommission(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/fees/propose">,
): Promise<Outcome<Proposed>> {
  const { type, valid_from, rate, minimum, maximum = null } = form;
  const terms = { rate, minimum, maximum };
  return proposeChange(context, operator, audit, { market: type, valid_from, terms }, form);
}

export function proposeWithdrawal(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/fees/withdraw">,
): Promise<Outcome<Proposed>> {
  const input = { market: form.type, valid_from: form.valid_from, terms: null };
  return proposeChange(context, operator, audit, input, form);
}

function proposeChange(
  context: Context,
  operator: Operator,
  audit: Audit,
  input: CommissionInput,
  said: Pick<Input<"/api/ops/fees/withdraw">, "reason" | "note">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const read = readPublicReason("settings", said.reason);
    if (!read.ok) return refuse(read.code, read.params);
    const { reason } = read;
    const note = said.note ?? "";
    const { market, valid_from, terms } = input;
    const subject = market;
    const proposed = await propose(context, transaction, operator, {
      kind: commissionKind,
      subject,
      input,
      reason,
      note,
    });
    if (!proposed.ok) return proposed;
    const details = {
      proposal: proposed.value.id,
      valid_from,
      reason,
      ...(terms ?? { withdraws: true }),
    };
    await audit.within(transaction, subject, details);
    return proposed;
  });
}

/** Every process hears of an approved change and reads it, long before its day begins. */
export const commissionProposals: Handlers<"commission"> = {
  commission: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      await store.lockCommission(transaction, input.market);
      const change = await changeOf(context, transaction, input);
      return change.ok ? accept(differencesOf(input, change.value)) : change;
    },
    apply: async (context, transaction, approval) => {
      const { input, proposalId, at } = approval;
      const { market, valid_from: validFrom } = input;
      const change = await changeOf(context, transaction, input);
      if (!change.ok) return change;
      const { terms, before, after } = change.value;
      await store.insertDecision(transaction, { market, validFrom, terms, proposalId, at });
      const said =
        terms === null
          ? commissionWithdrawn(market, validFrom, termsText(market, after))
          : commissionAnnounced(market, validFrom, {
              now: termsText(market, before),
              next: termsText(market, after),
            });
      const texts = withReason(said, approval.reason);
      await announceDecision(transaction, texts, approval);
      return accept({});
    },
  },
};

/** In each customer's language; what an earlier release proposed has none. */
function withReason(texts: WrittenTexts, reason: Reason | null): WrittenTexts {
  return reason === null ? texts : commissionReasoned(texts, reasonSentences(reason));
}

/** What is decided, what would be charged from the day on without it, and with it. */
type Change = { terms: Terms | null; before: Terms; after: Terms };

async function changeOf(
  { clock }: Context,
  reader: Reader,
  { market, valid_from: validFrom, terms: typed }: CommissionInput,
): Promise<Outcome<Change>> {
  const decisions = await commissionDecisions(reader, market);
  const planned = commissionsOf(decisions);
  const before = termsOfSchedule(scheduleOn(market, validFrom, planned));
  const objection = objectToDay(market, validFrom, clock.now());
  if (typed === null) {
    const others = planned.filter((one) => one.validFrom !== validFrom);
    if (others.length === planned.length) return refuse("commission_not_planned");
    if (objection !== null) return refuse(objection.code, objection.params);
    const after = termsOfSchedule(scheduleOn(market, validFrom, others));
    return accept({ terms: null, before, after });
  }
  if (objection !== null) return refuse(objection.code, objection.params);
  const read = readTerms(market, typed);
  if (!read.ok) return refuse(read.objection.code, read.objection.params);
  const { terms } = read;
  if (areSameTerms(before, terms)) return refuse("commission_unchanged");
  return accept({ terms, before, after: terms });
}

function differencesOf(
  { market, valid_from: validFrom, terms }: CommissionInput,
  { before, after }: Change,
): Difference[] {
  const currency = settlementCurrency(market);
  const shown = (of: Terms) => {
    const { rate, minimum, maximum } = termsText(market, of);
    return {
      commission_rate: `${rate}%`,
      commission_minimum: `${currency} ${minimum}`,
      commission_maximum: maximum === null ? null : `${currency} ${maximum}`,
    };
  };
  const [was, becomes] = [shown(before), shown(after)];
  const names = ["commission_rate", "commission_minimum", "commission_maximum"] as const;
  return [
    {
      field: "commission_from",
      before: terms === null ? validFrom : null,
      after: terms === null ? null : validFrom,
    },
    ...names
      .map((field) => ({ field, before: was[field], after: becomes[field] }))
      .filter((one) => one.before !== one.after),
  ];
}
