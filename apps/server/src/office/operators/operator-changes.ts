import { isoOrNull } from "@sanshi/contract";
import type { CallOutput, CheckedInput, OperatorCalls, OperatorRole } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { endOperatorSessions, type Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, startOperatorHold, type Handlers } from "../../governance/approvals/approvals.ts";
import {
  keepOneTimePassword,
  makeOneTimePassword,
  spendOneTimePassword,
  type OneTimePassword,
} from "./one-time-passwords.ts";
import { takesTheSecondAway } from "./operators.rules.ts";
import * as store from "./operators.store.ts";
import { noteRevealed, noteSingleApproval } from "./single-approval.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Created = CallOutput<OperatorCalls["/api/ops/operators/create"]>;

type Changed = CallOutput<OperatorCalls["/api/ops/operators/:id/role"]>;

/** Took effect, and nobody has to approve it. */
const doneAtOnce: Changed = { id: null, state: "approved", pending: null };

export async function operatorsListed(
  context: Context,
): Promise<Outcome<CallOutput<OperatorCalls["/api/ops/operators"]>>> {
  const found = await store.listOperators(context.database.reader);
  return accept({
    items: found.map((one) => ({
      id: one.id.toString(),
      email: one.email,
      role: one.role,
      disabled_at: isoOrNull(one.disabled_at),
      created_at: new Date(one.created_at).toISOString(),
      last_seen_at: isoOrNull(one.last_seen_at),
      second_factor: one.second_factor,
    })),
    next_cursor: null,
  });
}

/** Makes the operator disabled, and proposes to enable them with a one-time password. */
export async function createOperator(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/operators/create">,
): Promise<Outcome<Created>> {
  const email = form.email.toLowerCase();
  const made = await makeOneTimePassword();
  return transactionUnlessRefused<Created>(context.database, async (transaction) => {
    const id = await store.insertOperator(transaction, {
      email,
      passwordHash: made.hash,
      environmentPasswordHash: null,
      role: form.role,
      passwordChangeRequired: true,
      disabled: true,
    });
    if (id === undefined) return refuse("operator_exists");
    const kind = "operator_enabled";
    await keepOneTimePassword(context, transaction, { operatorId: id, kind, made });
    const proposed = await propose(context, transaction, operator, {
      kind,
      subject: email,
      input: { operator_id: id.toString(), email, role: form.role, new: true },
    });
    if (!proposed.ok) return proposed;
    const part = "first_half";
    await noteRevealed(context, transaction, { to: operator.operatorId, email, part });
    await audit.within(transaction, email, { role: form.role, proposal: proposed.value.id });
    return accept(withOneTimePassword(proposed.value, made));
  });
}

/** Who cannot sign in any more is let in anew by two, neither of whom could sign in as them. */
export async function resetOperator(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/operators/:id/reset">,
): Promise<Outcome<Created>> {
  const made = await makeOneTimePassword();
  return transactionUnlessRefused<Created>(context.database, async (transaction) => {
    const found = await store.lockOperator(transaction, BigInt(form.id));
    if (found === undefined) return refuse("operator_not_found");
    if (found.id === operator.operatorId) return refuse("operator_is_oneself");
    const kind = "operator_reset";
    await keepOneTimePassword(context, transaction, { operatorId: found.id, kind, made });
    const proposed = await propose(context, transaction, operator, {
      kind,
      subject: found.email,
      input: { operator_id: form.id, email: found.email },
    });
    if (!proposed.ok) return proposed;
    const shown = { to: operator.operatorId, email: found.email, part: "first_half" } as const;
    await noteRevealed(context, transaction, shown);
    await audit.within(transaction, found.email, { proposal: proposed.value.id });
    return accept(withOneTimePassword(proposed.value, made));
  });
}

/** Its first half, and the second where nobody else has to approve. */
function withOneTimePassword({ told, ...proposed }: Changed, made: OneTimePassword): Created {
  return { ...proposed, one_time_password: made.firstHalf + (told ?? "") };
}

export function changeRole(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/operators/:id/role">,
): Promise<Outcome<Changed>> {
  return transactionUnlessRefused<Changed>(context.database, async (transaction) => {
    const { found, others } = await store.lockWithOthers(transaction, BigInt(form.id));
    if (found === undefined) return refuse("operator_not_found");
    if (found.role === form.role) return refuse("operator_unchanged");
    const objection = objectToLosing(found, others);
    if (objection !== null) return refuse(objection);
    const proposed = await propose(context, transaction, operator, {
      kind: "operator_role",
      subject: found.email,
      input: { operator_id: form.id, email: found.email, role: form.role },
    });
    if (!proposed.ok) return proposed;
    const change = { before: found.role, after: form.role };
    await audit.within(transaction, found.email, { ...change, proposal: proposed.value.id });
    return proposed;
  });
}

/**
 * Whoever left or is under suspicion is out at once; letting somebody in takes two, and so does leaving fewer
 * than two who decide.
 */
export function changeOperatorState(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/operators/:id/state">,
): Promise<Outcome<Changed>> {
  return transactionUnlessRefused<Changed>(context.database, async (transaction) => {
    const { found, others } = await store.lockWithOthers(transaction, BigInt(form.id));
    if (found === undefined) return refuse("operator_not_found");
    const disables = form.state === "disabled";
    if (disables === (found.disabled_at !== null)) return refuse("operator_unchanged");
    if (disables) {
      const objection = objectToLosing(found, others);
      if (objection !== null) return refuse(objection);
      if (!takesTheSecondAway(found.role, others)) {
        await disable(transaction, found.id);
        await audit.within(transaction, found.email, { after: "disabled" });
        return accept(doneAtOnce);
      }
    }
    const input = { operator_id: form.id, email: found.email, role: found.role };
    const proposed = await propose(context, transaction, operator, {
      kind: disables ? "operator_disabled" : "operator_enabled",
      subject: found.email,
      input: disables ? input : { ...input, new: false },
    });
    if (!proposed.ok) return proposed;
    const change = { after: form.state, proposal: proposed.value.id };
    await audit.within(transaction, found.email, change);
    return proposed;
  });
}

export function changeSingleApproval(
  context: Context,
  operator: Operator,
  audit: Audit,
  on: boolean,
): Promise<Outcome<Changed>> {
  return transactionUnlessRefused<Changed>(context.database, async (transaction) => {
    if (!on) {
      await store.setSingleApproval(transaction, false);
      await noteSingleApproval(context, transaction, operator.operatorId);
      await audit.within(transaction, "single_approval", { after: "off" });
      return accept(doneAtOnce);
    }
    if (context.feed.kind !== "simulated") return refuse("single_approval_not_possible");
    const proposed = await propose(context, transaction, operator, {
      kind: "single_approval",
      subject: "single_approval",
      input: { on: true },
    });
    if (!proposed.ok) return proposed;
    const change = { after: "on", proposal: proposed.value.id };
    await audit.within(transaction, "single_approval", change);
    return proposed;
  });
}

/** Whoever is the second pair of eyes for anything is so for these as well: else two could never become three. */
export const operatorProposals: Handlers<
  "operator_enabled" | "operator_disabled" | "operator_role" | "operator_reset" | "single_approval"
> = {
  operator_enabled: {
    approve: "approve_proposals",
    async differences(_context, transaction, { operator_id, role }) {
      const found = await store.lockOperator(transaction, BigInt(operator_id));
      if (found === undefined) return refuse("operator_not_found");
      return accept([
        {
          field: "state",
          before: found.disabled_at === null ? "enabled" : "disabled",
          after: "enabled",
        },
        { field: "role", before: found.role, after: role },
      ]);
    },
    async apply(context, transaction, { input, approvedBy, notifyApprover }) {
      const operatorId = BigInt(input.operator_id);
      await store.setDisabled(transaction, operatorId, false);
      const keptFor = { operatorId, kind: "operator_enabled" } as const;
      const secondHalf = await spendOneTimePassword(context, transaction, keptFor);
      // One more pair of eyes, that two who agree could be behind; a simulated instance begins at once.
      if (context.feed.kind === "live") await startOperatorHold(transaction, operatorId);
      if (secondHalf !== null) {
        notifyApprover(secondHalf);
        const shown = { to: approvedBy, email: input.email, part: "second_half" } as const;
        await noteRevealed(context, transaction, shown);
      }
      await noteSingleApproval(context, transaction, approvedBy);
      return accept({});
    },
  },
  operator_disabled: {
    approve: "approve_proposals",
    async differences(_context, transaction, { operator_id }) {
      const found = await store.lockOperator(transaction, BigInt(operator_id));
      if (found === undefined) return refuse("operator_not_found");
      const before = found.disabled_at === null ? "enabled" : "disabled";
      return accept([{ field: "state", before, after: "disabled" }]);
    },
    async apply(context, transaction, { input, approvedBy }) {
      const operatorId = BigInt(input.operator_id);
      const { found, others } = await store.lockWithOthers(transaction, operatorId);
      if (found === undefined) return refuse("operator_not_found");
      const objection = objectToLosing(found, others);
      if (objection !== null) return refuse(objection);
      await disable(transaction, found.id);
      await noteSingleApproval(context, transaction, approvedBy);
      return accept({});
    },
  },
  operator_role: {
    approve: "approve_proposals",
    async differences(_context, transaction, { operator_id, role }) {
      const { found } = await store.lockWithOthers(transaction, BigInt(operator_id));
      if (found === undefined) return refuse("operator_not_found");
      return accept([{ field: "role", before: found.role, after: role }]);
    },
    async apply(context, transaction, { input, approvedBy }) {
      const operatorId = BigInt(input.operator_id);
      const { found, others } = await store.lockWithOthers(transaction, operatorId);
      if (found === undefined) return refuse("operator_not_found");
      const objection = objectToLosing(found, others);
      if (objection !== null) return refuse(objection);
      await store.setRole(transaction, found.id, input.role);
      await noteSingleApproval(context, transaction, approvedBy);
      return accept({});
    },
  },
  operator_reset: {
    approve: "approve_proposals",
    async differences(_context, transaction, { operator_id }) {
      const found = await store.lockOperator(transaction, BigInt(operator_id));
      if (found === undefined) return refuse("operator_not_found");
      const isSet = found.totp_confirmed_at !== null || found.passkeys > 0;
      return accept([
        { field: "password", before: "own", after: "one_time" },
        { field: "second_factor", before: isSet ? "factor_set" : "factor_missing", after: null },
      ]);
    },
    async apply(context, transaction, { input, approvedBy, notifyApprover }) {
      const operatorId = BigInt(input.operator_id);
      if (approvedBy === operatorId) return refuse("operator_is_oneself");
      const keptFor = { operatorId, kind: "operator_reset" } as const;
      const secondHalf = await spendOneTimePassword(context, transaction, keptFor);
      // Another one that was approved since took its place.
      if (secondHalf === null) return refuse("proposal_outdated");
      await startOperatorHold(transaction, operatorId);
      notifyApprover(secondHalf);
      const shown = { to: approvedBy, email: input.email, part: "second_half" } as const;
      await noteRevealed(context, transaction, shown);
      return accept({});
    },
  },
  single_approval: {
    approve: "approve_proposals",
    async differences(_context, transaction) {
      const before = (await store.singleApprovalIsOn(transaction)) ? "on" : "off";
      return accept([{ field: "single_approval", before, after: "on" }]);
    },
    async apply(context, transaction, { approvedBy }) {
      if (context.feed.kind !== "simulated") return refuse("single_approval_not_possible");
      await store.setSingleApproval(transaction, true);
      await noteSingleApproval(context, transaction, approvedBy);
      return accept({});
    },
  },
};

async function disable(transaction: Transaction, id: bigint): Promise<void> {
  await store.setDisabled(transaction, id, true);
  await endOperatorSessions(transaction, id);
}

/** Somebody has to be left who can let others in. */
function objectToLosing(
  found: store.StoredOperator,
  others: readonly OperatorRole[],
): "last_administrator" | null {
  if (found.role !== "administrator" || found.disabled_at !== null) return null;
  return others.includes("administrator") ? null : "last_administrator";
}
