import { iso, reviewStates } from "@sanshi/contract";
import type { CheckedInput, OperatorCalls, ReviewItem } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import type { Queue, Serving } from "./queue.ts";
import { claimMinutes, searchPattern, statesAsked } from "./queue.rules.ts";
import * as store from "./queue.store.ts";
import type { ListedCase } from "./queue.store.ts";

type ListForm = CheckedInput<OperatorCalls["/api/ops/proposals"]>;

export async function listQueue<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  form: ListForm,
) {
  const states = statesAsked(form.state, serving.states);
  const after = placeOf(form.cursor, "decimal", "number");
  if (states === null || after === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await casesOf<Own>(context, queue, serving, {
    states,
    search: form.q === undefined || form.q.trim() === "" ? null : searchPattern(form.q),
    claimed:
      form.claimed === undefined
        ? null
        : { by: form.claimed === "mine" ? operator.operatorId : null },
    order: form.sort ?? "oldest",
    after: after === undefined ? null : { value: after[0], id: after[1] },
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map((one) => itemOf(context, queue, operator, one)) as never[],
    next_cursor: more ? cursorOf(last.place, last.id) : null,
  });
}

export function casesOf<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  query: Partial<Omit<store.ListQuery, "only">> & { only?: bigint },
  reader: Reader = context.database.reader,
): Promise<ListedCase<Own>[]> {
  return store.listCases<Own>(reader, {
    queue: queue.name,
    cases: serving.cases,
    states: reviewStates,
    search: null,
    claimed: null,
    order: "oldest",
    after: null,
    limit: 1,
    now: context.clock.now(),
    ...query,
    only: query.only === undefined ? null : { id: query.only },
  });
}

export function itemOf<Own>(
  context: Context,
  queue: Queue<Own>,
  operator: Operator,
  shown: ListedCase<Own>,
): ReviewItem {
  const dueAt = dueAtOf(queue, shown);
  const waits = shown.state === "open" || shown.state === "proposed";
  return {
    id: shown.id.toString(),
    account: shown.account,
    state: shown.state,
    submitted_at: iso(shown.submitted_at),
    due_at: dueAt === null ? null : iso(dueAt),
    overdue: waits && dueAt !== null && context.clock.now() > dueAt,
    claimed_by: nameOf(shown.claimed_by, shown.claimer),
    claimed_until: shown.claimed_until === null ? null : iso(shown.claimed_until),
    pending: pendingOf(shown, operator),
    proposed_by: nameOf(shown.proposed_by, shown.proposer),
    proposed_at: shown.proposed_at === null ? null : iso(shown.proposed_at),
    decided_by: nameOf(shown.decided_by, shown.decider),
    decided_at: shown.decided_at === null ? null : iso(shown.decided_at),
    reason:
      shown.reason_code === null ? null : { code: shown.reason_code, words: shown.reason_words },
    ...queue.item(shown.own),
  };
}

function dueAtOf<Own>(queue: Queue<Own>, shown: ListedCase<Own>): number | null {
  if (shown.promised_by !== null) return shown.promised_by;
  return queue.dueHours === null ? null : shown.submitted_at + queue.dueHours * 3_600_000;
}

function pendingOf<Own>(shown: ListedCase<Own>, operator: Operator): ReviewItem["pending"] {
  const by = nameOf(shown.proposed_by, shown.proposer);
  if (shown.pending_id === null || by === null) return null;
  return {
    proposal_id: shown.pending_id.toString(),
    decision: shown.pending_decision ?? "approve",
    reason:
      shown.pending_code === null
        ? null
        : { code: shown.pending_code, words: shown.pending_words ?? "" },
    note: shown.pending_note ?? "",
    proposed_by: by,
    proposed_at: iso(shown.proposed_at ?? 0),
    expires_at: iso(shown.expires_at ?? 0),
    own: shown.proposed_by === operator.operatorId,
  };
}

export function claimCase<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return context.database.transaction(async (transaction) => {
    const [shown] = await casesOf<Own>(context, queue, serving, { only: id }, transaction);
    if (shown === undefined) return refuse("review_not_found");
    if (shown.state !== "open" && shown.state !== "proposed") {
      return refuse("review_already_decided");
    }
    const claim = { queue: queue.name, itemId: id, operatorId: operator.operatorId };
    if (await store.insertClaim(transaction, { ...claim, minutes: claimMinutes }))
      return accept({});
    return refuse("claimed_by_another", { operator: shown.claimer ?? "" });
  });
}

export function releaseCase<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return context.database.transaction(async (transaction) => {
    const [shown] = await casesOf<Own>(context, queue, serving, { only: id }, transaction);
    if (shown === undefined) return refuse("review_not_found");
    const claim = await store.findClaim(transaction, queue.name, id);
    if (claim !== undefined && claim.operator_id !== operator.operatorId) {
      return refuse("claimed_by_another", { operator: claim.email });
    }
    await store.deleteClaim(transaction, queue.name, id);
    return accept({});
  });
}

function nameOf(id: bigint | null, email: string | null): { id: string; email: string } | null {
  return id === null || email === null ? null : { id: id.toString(), email };
}
