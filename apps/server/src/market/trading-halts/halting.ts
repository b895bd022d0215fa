import {
  closingBarredHoursMax,
  dayMs,
  isoOrNull,
  isWideHalt,
  minuteMs,
  readReasonCode,
  wideHaltTotal,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type OperatorRole,
  type ProposalInputs,
  type Reason,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { propose, rolesOf, type Handlers } from "../../governance/approvals/approvals.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  haltedPart,
  haltLength,
  objectToEnd,
  scopeOf,
  type HaltedPart,
  type HaltLength,
} from "./trading-halts.rules.ts";
import * as store from "./trading-halts.store.ts";

type Halted = CallOutput<OperatorCalls["/api/ops/trading-halts/create"]>;
type HaltInput = ProposalInputs["trading_halt"];

/**
 * Stops new orders in every process at once. One operator alone does it, as it cannot wait for another; what bars
 * closing or covers a market takes two beyond a day.
 */
export function haltTrading(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/trading-halts/create"]>,
): Promise<Outcome<Halted>> {
  const { database, quotes, clock } = context;
  return transactionUnlessRefused<Halted>(database, async (transaction) => {
    const part = haltedPart(form.scope, form.type, form.code);
    if (part === null) return refuse("invalid_request");
    const read = readReasonCode("halts", form.reason);
    if (!read.ok) return refuse(read.code);
    const { reason } = read;
    const { market, code } = part;
    if (market !== null && code !== null && quotes.instrument(market, code) === null) {
      return refuse("instrument_not_found");
    }
    const at = clock.now();
    const minutes = form.ends_in_minutes;
    const objection = objectToEnd(form.closing_allowed, minutes);
    if (objection !== null) return refuse(objection, { hours: String(closingBarredHoursMax) });
    const halt = { ...part, closingAllowed: form.closing_allowed };
    // One whose time is over is not in the way of another.
    await store.endExpiredHalts(transaction, at);
    if (isWideHalt(halt)) await store.lockWideHalts(transaction);
    if (await store.isHalted(transaction, part)) return refuse("halt_exists");
    const length = await lengthOf(transaction, halt, { minutes, renews: null, at });
    if (!length.ok) return length;
    if (length.value?.kind === "two") {
      const { closingAllowed: closing_allowed } = halt;
      const input = { ...part, closing_allowed, minutes: length.value.minutes, renews: null };
      return proposeHalt(context, transaction, { operator, audit, input, reason });
    }
    const held = length.value?.minutes ?? minutes;
    const until = held === undefined ? null : at + held * minuteMs;
    const id = await store.insertHalt(transaction, {
      ...halt,
      reason: reason.code,
      texts: null,
      until,
      at,
      by: operator.operatorId,
      role: operator.role,
    });
    if (id === null) return refuse("halt_exists");
    await audit.within(transaction, id.toString(), {
      scope: form.scope,
      market,
      code,
      closing_allowed: form.closing_allowed,
      until: isoOrNull(until),
      reason: reason.code,
    });
    return accept({ id: id.toString(), pending: null });
  });
}

/** Lets one that is in force hold for so long from the approval on: two operators do it. */
export function renewHalt(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/trading-halts/:id/renew"]>,
): Promise<Outcome<Halted>> {
  return transactionUnlessRefused<Halted>(context.database, async (transaction) => {
    const read = readReasonCode("halts", form.reason);
    if (!read.ok) return refuse(read.code);
    const at = context.clock.now();
    const found = await store.findHalt(transaction, BigInt(form.id));
    if (found === undefined) return refuse("halt_not_found");
    if (found.resumed_at !== null || (found.until_at !== null && found.until_at <= at)) {
      return refuse("halt_ended");
    }
    const { market, code, closing_allowed } = found;
    const minutes = form.ends_in_minutes;
    const halt = { market, code, closingAllowed: closing_allowed };
    const objection = objectToEnd(closing_allowed, minutes);
    if (objection !== null) return refuse(objection, { hours: String(closingBarredHoursMax) });
    const length = await lengthOf(transaction, halt, { minutes, renews: found.id, at });
    if (!length.ok) return length;
    if (length.value === null) return refuse("halt_needs_no_renewal");
    const input = { market, code, closing_allowed, minutes, renews: form.id };
    return proposeHalt(context, transaction, { operator, audit, input, reason: read.reason });
  });
}

async function proposeHalt(
  context: Context,
  transaction: Transaction,
  asked: { operator: Operator; audit: Audit; input: HaltInput; reason: Reason },
): Promise<Outcome<Halted>> {
  const { operator, audit, input, reason } = asked;
  const subject = [input.market ?? "all", ...(input.code === null ? [] : [input.code])].join(":");
  const kind = "trading_halt";
  const proposed = await propose(context, transaction, operator, { kind, subject, input, reason });
  if (!proposed.ok) return proposed;
  const { id: proposal, pending } = proposed.value;
  const details = { ...input, minutes: String(input.minutes), reason: reason.code };
  await audit.within(transaction, subject, { proposal, ...details });
  return accept({ id: "", pending });
}

/** Null of one that only keeps a stock from being opened: that may hold until it is lifted. */
async function lengthOf(
  transaction: Transaction,
  halt: HaltedPart & { closingAllowed: boolean },
  { minutes, renews, at }: { minutes: number | undefined; renews: bigint | null; at: number },
): Promise<Outcome<Exclude<HaltLength, { kind: "too_long" }> | null>> {
  if (!isWideHalt(halt)) return accept(null);
  await store.lockWideHalts(transaction);
  const since = at - wideHaltTotal.withinDays * dayMs;
  const usedMs = await store.widelyHaltedMs(transaction, halt, { since, except: renews, at });
  const length = haltLength({ minutes, usedMs, renews: renews !== null });
  if (length.kind !== "too_long") return accept(length);
  return refuse("halt_too_long", {
    total: String(wideHaltTotal.hoursMax),
    days: String(wideHaltTotal.withinDays),
    left: String(length.hoursLeft),
  });
}

export const haltProposals: Handlers<"trading_halt"> = {
  trading_halt: {
    approve: "approve_proposals",
    endsWhenRefused: true,
    differences: (_context, _transaction, { market, code, closing_allowed, minutes, renews }) => {
      const row = (field: string, after: string) => ({ field, before: null, after });
      return Promise.resolve(
        accept([
          row("halted_part", `halted_${scopeOf({ market, code })}`),
          ...(market === null ? [] : [row("market", market)]),
          ...(code === null ? [] : [row("stock_code", code)]),
          row("closing_allowed", closing_allowed ? "switch_on" : "switch_off"),
          row("halt_minutes", String(minutes)),
          row("halt_renews", renews === null ? "switch_off" : "switch_on"),
        ]),
      );
    },
    apply: async (_context, transaction, { input, reason, proposalId, proposedBy, at, ...by }) => {
      const { market, code, closing_allowed: closingAllowed, minutes } = input;
      if (reason === null) return refuse("reason_required");
      const halt = { market, code, closingAllowed };
      const renews = input.renews === null ? null : BigInt(input.renews);
      await store.endExpiredHalts(transaction, at);
      if (renews !== null) {
        const found = await store.findHalt(transaction, renews);
        if (found === undefined) return refuse("halt_not_found");
        if (found.resumed_at !== null) return refuse("halt_ended");
      }
      const length = await lengthOf(transaction, halt, { minutes, renews, at });
      if (!length.ok) return length;
      if (renews !== null) {
        await store.endReplacedHalt(transaction, { ...halt, by: by.approvedBy, at });
      }
      const { proposed } = await rolesOf(transaction, proposalId, by.approvedBy);
      const id = await store.insertHalt(transaction, {
        ...halt,
        reason: reason.code,
        texts: null,
        until: at + minutes * minuteMs,
        at,
        by: proposedBy,
        role: proposed as OperatorRole,
      });
      return id === null ? refuse("halt_exists") : accept({});
    },
  },
};
