import { createHash } from "node:crypto";
import {
  depositNumber,
  withdrawalNumber,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  dayMs,
} from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { lockPayable, payByBank } from "../../money/withdrawals/withdrawals.ts";
import {
  isXml,
  readAccountStatement,
  type StatementEntry,
} from "../../banks/account-statements.ts";
import { keepReturns } from "../../money/payment-files/payment-files.ts";
import { checkEntries, parseBankFile, type BadLine, type BankLine } from "./bank-file.rules.ts";
import { insertImport, insertMovements, matchMovement } from "../../banks/statements.store.ts";
import * as store from "./bank-movements.store.ts";
import type { Candidate, RecordKind, StoredMovement } from "./bank-movements.store.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Output<Path extends keyof OperatorCalls> = CallOutput<OperatorCalls[Path]>;
type BooksContext = Pick<Context, "database" | "clock">;
type Imported = Output<"/api/ops/books/bank-movements/import">;

const breaksMax = 500;

export async function movementsListed(
  { database, clock }: BooksContext,
  form: Input<"/api/ops/books/bank-movements">,
): Promise<Outcome<Output<"/api/ops/books/bank-movements">>> {
  const place = placeOf(form.cursor, "day", "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.listMovements(database.reader, {
    state: form.state,
    after: place === undefined ? null : { date: place[0], id: place[1] },
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map((one) => movementOnWire(one, clock.now())),
    next_cursor: more ? cursorOf(last.booked_on, last.id) : null,
  });
}

export function movementOnWire(
  one: StoredMovement,
  now: number,
): Output<"/api/ops/books/bank-movements">["items"][number] {
  const { matched_kind: kind, matched_id: id } = one;
  return {
    ...one,
    id: one.id.toString(),
    amount: formatMinor(one.amount, one.currency),
    matched_id: id?.toString() ?? null,
    matched_number: kind === null || id === null ? null : numberOf(kind, id),
    matched_at: one.matched_at === null ? null : new Date(one.matched_at).toISOString(),
    age_days: ageDays(Date.parse(one.booked_on), now),
  };
}

export async function breaksListed({
  database,
  clock,
}: BooksContext): Promise<Outcome<Output<"/api/ops/books/breaks">>> {
  const found = await store.listBreaks(database.reader, breaksMax);
  const items = found.map(({ kind, id, account, currency, amount, booked_at }) => ({
    kind,
    id: id.toString(),
    number: numberOf(kind, id),
    account,
    currency,
    amount: formatMinor(amount, currency),
    booked_at: new Date(booked_at).toISOString(),
    age_days: ageDays(booked_at, clock.now()),
  }));
  return accept({ items, next_cursor: null });
}

/** All lines or none: what is wrong is told line by line, and nothing is kept of the file then. */
export async function importMovements(
  context: BooksContext,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/books/bank-movements/import">,
): Promise<Outcome<Imported>> {
  const { lines, bad, returns } = readStatement(form.text);
  if (bad.length > 0) return accept({ imported: 0, matched: 0, bad });
  let known: BadLine[] = [];
  const outcome = await transactionUnlessRefused<Imported>(
    context.database,
    async (transaction) => {
      known = [];
      await store.lockMatching(transaction);
      const at = context.clock.now();
      const importId = await insertImport(transaction, {
        name: form.file_name,
        hash: createHash("sha256").update(form.text).digest(),
        lines: lines.length,
        by: operator.operatorId,
        at,
      });
      if (importId === undefined) return refuse("bank_file_imported");
      const ids = await insertMovements(transaction, importId, lines);
      known = lines.flatMap(({ bankId }, index) =>
        ids.has(bankId)
          ? []
          : [{ line: index + (isXml(form.text) ? 1 : 2), fault: "known_already" as const }],
      );
      // Undone as a whole; the lines are told below.
      if (known.length > 0) return refuse("bank_file_imported");
      await keepReturns(transaction, returns);
      const matched = await matchLines(transaction, lines, ids, { at, returns });
      await audit.within(transaction, "bank movements", {
        file: form.file_name,
        import: importId.toString(),
        lines: String(lines.length),
        matched: String(matched),
      });
      return accept({ imported: lines.length, matched, bad: [] });
    },
  );
  if (!outcome.ok && known.length > 0) return accept({ imported: 0, matched: 0, bad: known });
  return outcome;
}

type Return = { withdrawalId: bigint; reason: string };
type Read = { lines: BankLine[]; bad: BadLine[]; returns: Return[] };

/** Our own form of a bank's CSV, or an ISO 20022 statement. */
function readStatement(text: string): Read {
  if (!isXml(text)) return { ...parseBankFile(text), returns: [] };
  const entries = readAccountStatement(text);
  if (entries === null) {
    return { lines: [], bad: [{ line: 1, fault: "not_a_statement" }], returns: [] };
  }
  return {
    ...checkEntries(entries),
    returns: entries.flatMap(({ returns }) => returns.flatMap(returnOf)),
  };
}

/** Of a payment of ours, whose end-to-end name is the withdrawal's number. */
function returnOf({ endToEndId, reason }: StatementEntry["returns"][number]): Return[] {
  const number = /^W-(\d{8,18})$/.exec(endToEndId)?.[1];
  return number === undefined
    ? []
    : [{ withdrawalId: BigInt(number), reason: reason.slice(0, 35) }];
}

/** By currency, amount and what the line says: a deposit's reference, or a withdrawal's number. */
async function matchLines(
  transaction: Transaction,
  lines: readonly BankLine[],
  ids: ReadonlyMap<string, bigint>,
  { at, returns }: { at: number; returns: readonly Return[] },
): Promise<number> {
  // What went out and came back is not paid: somebody decides.
  const cameBack = new Set(returns.map(({ withdrawalId }) => withdrawalId));
  const candidates = await store.findCandidates(transaction, lines);
  const left = new Set(
    candidates.filter(({ kind, id }) => kind === "deposit" || !cameBack.has(id)),
  );
  let matched = 0;
  for (const line of lines) {
    const found = [...left].find((candidate) => belongsTo(line, candidate));
    const id = ids.get(line.bankId);
    if (found === undefined || id === undefined) continue;
    left.delete(found);
    const isWithdrawal = found.kind === "withdrawal";
    if (isWithdrawal && !(await lockPayable(transaction, found.id))) continue;
    const match = { id, kind: found.kind, recordId: found.id, by: null, at };
    if (!(await matchMovement(transaction, match))) continue;
    matched += 1;
    if (isWithdrawal) await payByBank(transaction, found.id, { reference: line.bankId, at });
  }
  return matched;
}

function belongsTo(line: BankLine, candidate: Candidate): boolean {
  if (line.currency !== candidate.currency || line.amount !== candidate.amount) return false;
  const said = words(`${line.reference} ${line.counterparty}`);
  const name =
    candidate.kind === "deposit" ? candidate.reference : numberOf("withdrawal", candidate.id);
  return words(name).length > 0 && said.includes(words(name));
}

/** Banks put blanks and hyphens where they like, and know capitals alone. */
function words(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

export function matchByHand(
  context: BooksContext,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/books/bank-movements/:id/match">,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    await store.lockMatching(transaction);
    const [id, recordId] = [BigInt(form.id), BigInt(form.record_id)];
    const movement = await store.lockMovement(transaction, id);
    if (movement === undefined) return refuse("bank_movement_not_found");
    if (movement.matched_kind !== null) return refuse("bank_movement_matched");
    const kind: RecordKind = movement.amount > 0n ? "deposit" : "withdrawal";
    if (kind === "withdrawal") await lockPayable(transaction, recordId);
    const record = await store.findRecord(transaction, kind, recordId);
    if (record === undefined) return refuse("bank_record_not_found");
    if (record.currency !== movement.currency || record.amount !== movement.amount) {
      return refuse("bank_amount_differs");
    }
    const at = context.clock.now();
    const match = { id, kind, recordId, by: operator.operatorId, at };
    if (!(await matchMovement(transaction, match))) return refuse("bank_movement_matched");
    const paid = { reference: movement.bank_id, at };
    if (kind === "withdrawal") await payByBank(transaction, recordId, paid);
    await audit.within(transaction, movement.bank_id, { kind, record: numberOf(kind, recordId) });
    return accept({});
  });
}

function numberOf(kind: RecordKind, id: bigint): string {
  return kind === "deposit" ? depositNumber(id) : withdrawalNumber(id);
}

function ageDays(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / dayMs));
}
