import {
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { calendarDayBegins, marketDate, type Exchange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import { publishDecided } from "../../market/news-editor/news-editor.ts";
import { checkCodeChange } from "./code-changes.rules.ts";
import { changeAhead, changeCalledOff } from "./code-changes.texts.ts";
import * as store from "./code-changes.store.ts";

type ChangeInput = ProposalInputs["code_change"];

export { changeAhead } from "./code-changes.texts.ts";

const changeKind = "code_change";
const shownMax = 100;

/** What a stock is to be called, and where it is listed, from a trading day on; another operator approves it. */
export function proposeCodeChange(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/instruments/change"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { type: market, code, new_code, exchange, names, effective_on, note } = form;
    const subject = `${market}:${code}`;
    const input: ChangeInput = {
      market,
      code,
      new_code: new_code ?? code,
      exchange: exchange ?? null,
      names: names === undefined ? null : trimmed(names),
      effective_on,
    };
    const proposed = await propose(context, transaction, operator, {
      kind: changeKind,
      subject,
      input,
      note: note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, { proposal: proposed.value.id, ...input });
    return proposed;
  });
}

/** Every process hears of an approved change, and one of them brings it about on its day. */
export const codeChangeProposals: Handlers<"code_change"> = {
  code_change: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const checked = await check(context, transaction, input);
      return checked.ok ? accept(differencesOf(input, checked.value)) : checked;
    },
    apply: async (context, transaction, { input, proposalId, approvedBy, at }) => {
      await store.lockCodes(transaction);
      const checked = await check(context, transaction, input);
      if (!checked.ok) return checked;
      const { instrument, exchange } = checked.value;
      const { market } = input;
      const change = {
        oldCode: input.code,
        newCode: input.new_code,
        exchange,
        namesBefore: instrument.names,
        names: input.names,
        effectiveOn: input.effective_on,
      };
      await store.insertCodeChange(transaction, {
        ...change,
        market,
        exchangeBefore: instrument.exchange,
        effectiveAt: calendarDayBegins(market, input.effective_on, context.hours),
        proposalId,
        at,
      });
      const texts = changeAhead(change);
      await publishDecided(transaction, { market, texts, writtenBy: approvedBy, at });
      return accept({});
    },
  },
};

async function check(
  { quotes, feed, clock, hours }: Context,
  transaction: Transaction,
  { market, code, new_code: newCode, exchange, names, effective_on }: ChangeInput,
): Promise<Outcome<{ instrument: Instrument; exchange: Exchange }>> {
  const instrument = quotes.instrument(market, code);
  const isCarried =
    quotes.instrument(market, newCode) !== null ||
    feed.additions?.objection(market, newCode) === "carried";
  const checked = checkCodeChange(
    {
      market,
      code,
      newCode,
      exchange: exchange ?? undefined,
      names,
      effectiveOn: effective_on,
    },
    {
      instrument,
      decided: await store.decidedChanges(transaction),
      isUsed: isCarried || (await store.isUsedCode(transaction, market, newCode)),
      today: marketDate(market, clock.now(), hours),
      hours,
    },
  );
  if (!checked.ok) return refuse(checked.code);
  if (instrument === null) return refuse("instrument_not_found");
  return accept({ instrument, exchange: checked.exchange });
}

function differencesOf(
  input: ChangeInput,
  { instrument, exchange }: { instrument: Instrument; exchange: Exchange },
): Difference[] {
  const { names } = instrument;
  const after = input.names ?? names;
  const fields: readonly (readonly [field: string, before: string | null, after: string])[] = [
    ["stock_code", input.code, input.new_code],
    ["exchange", instrument.exchange, exchange],
    ["name_jp", names.jp, after.jp],
    ["name_cn", names.cn, after.cn],
    ["name_us", names.us, after.us],
    ["effective_on", null, input.effective_on],
  ];
  return fields
    .filter(([, before, changed]) => before !== changed)
    .map(([field, before, changed]) => ({ field, before, after: changed }));
}

/** Before it is in force; holders and watchers hear of it. */
export function withdrawCodeChange(
  { database, clock }: Pick<Context, "database" | "clock">,
  { operatorId: writtenBy }: Pick<Operator, "operatorId">,
  audit: Pick<Audit, "within">,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    await store.lockCodes(transaction);
    const change = await store.findChange(transaction, id);
    const at = clock.now();
    if (change === undefined) return refuse("code_change_not_found");
    if (change.withdrawn_at !== null || change.carried_at !== null || change.effective_at <= at) {
      return refuse("code_change_not_withdrawable");
    }
    await store.insertStep(transaction, id, "withdrawn", at);
    const { market, old_code: oldCode, new_code: newCode, effective_on: effectiveOn } = change;
    const namesBefore = namesOf(change);
    const texts = changeCalledOff({
      oldCode,
      newCode,
      effectiveOn,
      namesBefore,
    });
    await publishDecided(transaction, { market, texts, writtenBy, at });
    await audit.within(transaction, `${change.market}:${change.old_code}`, {
      code_change: id.toString(),
    });
    return accept({});
  });
}

type Listed = CallOutput<OperatorCalls["/api/ops/instruments/changes"]>;

export async function codeChangesListed({ database }: Context): Promise<Outcome<Listed>> {
  const found = await store.listChanges(database.reader, shownMax);
  return accept({ items: found.map(onWire) });
}

function onWire(change: store.StoredChange): Listed["items"][number] {
  const { name_jp: jp, name_cn: cn, name_us: us } = change;
  return {
    id: change.id.toString(),
    type: change.market,
    code: change.old_code,
    new_code: change.new_code,
    exchange_before: change.exchange_before,
    exchange: change.exchange,
    names_before: namesOf(change),
    names: jp === null || cn === null || us === null ? null : { jp, cn, us },
    effective_on: change.effective_on,
    from_record: change.proposal_id === null,
    decided_at: iso(change.decided_at),
    withdrawn_at: isoOrNull(change.withdrawn_at),
    in_force_since: isoOrNull(change.carried_at),
  };
}

function namesOf(change: store.StoredChange): Instrument["names"] {
  return { jp: change.name_before_jp, cn: change.name_before_cn, us: change.name_before_us };
}

function trimmed({ jp, cn, us }: Instrument["names"]): Instrument["names"] {
  return { jp: jp.trim(), cn: cn.trim(), us: us.trim() };
}
