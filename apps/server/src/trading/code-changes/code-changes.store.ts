import type { Exchange } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import { isGivenCode } from "../../market-feed/instrument-registry.store.ts";
import type {
  CarryCodeChangeRow,
  DueRow,
  InsertCodeChangeRow,
  InsertStepRow,
  IsUsedCodeRow,
  StoredChange,
} from "./code-changes.sql-types.ts";

export type { StoredChange } from "./code-changes.sql-types.ts";

type Names = { jp: string; cn: string; us: string };
type Step = "announced" | "withdrawn" | "carried" | "settled" | "told";

export {
  /** Decided and not withdrawn, as the registry reads them. */
  loadCodeChanges as decidedChanges,
  lockCodes,
} from "../../market-feed/instrument-registry.store.ts";

export async function insertCodeChange(
  transaction: Transaction,
  change: {
    market: MarketKey;
    oldCode: string;
    newCode: string;
    exchangeBefore: Exchange;
    exchange: Exchange;
    namesBefore: Names;
    names: Names | null;
    effectiveOn: string;
    effectiveAt: number;
    proposalId: bigint | null;
    at: number;
  },
): Promise<bigint> {
  const { namesBefore, names } = change;
  const row = await firstRow(
    transaction,
    sql<InsertCodeChangeRow>`INSERT INTO code_change (market, old_code, new_code, exchange_before, exchange,
        name_before_jp, name_before_cn, name_before_us, name_jp, name_cn, name_us,
        effective_on, effective_at, proposal_id, decided_at)
      VALUES (${change.market}, ${change.oldCode}, ${change.newCode}, ${change.exchangeBefore}, ${change.exchange},
        ${namesBefore.jp}, ${namesBefore.cn}, ${namesBefore.us},
        ${names?.jp ?? null}, ${names?.cn ?? null}, ${names?.us ?? null},
        ${change.effectiveOn}::date, ${timestamp(change.effectiveAt)}, ${change.proposalId}, ${timestamp(change.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a code change was not kept");
  return row.id;
}

/** Whether a code is or was some stock's, or is to be one's. */
export async function isUsedCode(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsUsedCodeRow>`SELECT EXISTS (SELECT FROM instrument_name WHERE market = ${market} AND code = ${code}
      UNION ALL SELECT FROM added_instrument WHERE market = ${market} AND code = ${code}
      UNION ALL SELECT FROM offering WHERE market = ${market} AND code = ${code} AND withdrawn_at IS NULL)
        AS is_used`,
  );
  return (row?.is_used ?? true) || (await isGivenCode(reader, market, code));
}

const columns = sql`c.id, c.market, c.old_code, c.new_code, c.exchange_before, c.exchange,
  c.name_before_jp, c.name_before_cn, c.name_before_us, c.name_jp, c.name_cn, c.name_us,
  to_char(c.effective_on, 'YYYY-MM-DD') AS effective_on, c.effective_at, c.proposal_id, c.decided_at,
  (SELECT at FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'announced') AS announced_at,
  (SELECT at FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'withdrawn') AS withdrawn_at,
  (SELECT at FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'carried') AS carried_at,
  (SELECT at FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'settled') AS settled_at,
  (SELECT at FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'told') AS told_at`;

const unfinished = sql`(SELECT count(*) FROM code_change_step s
  WHERE s.change_id = c.id AND s.step IN ('withdrawn', 'settled', 'told')) < 2`;

export function isChangeUnfinished(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM code_change c WHERE ${unfinished}) AS due`;
}

/** Those with a step left, the earliest first. */
export function unfinishedChanges(reader: Reader): Promise<StoredChange[]> {
  return rows(
    reader,
    sql<StoredChange>`SELECT ${columns} FROM code_change c
      WHERE ${unfinished} ORDER BY c.effective_at, c.id`,
  );
}

/** The newest first. */
export function listChanges(reader: Reader, limit: number): Promise<StoredChange[]> {
  return rows(
    reader,
    sql<StoredChange>`SELECT ${columns} FROM code_change c ORDER BY c.effective_at DESC, c.id DESC LIMIT ${limit}`,
  );
}

export function findChange(reader: Reader, id: bigint): Promise<StoredChange | undefined> {
  return firstRow(
    reader,
    sql<StoredChange>`SELECT ${columns} FROM code_change c WHERE c.id = ${id}`,
  );
}

/** Brings what goes on under the new code; answers how many rows that were. */
export async function carryCodeChange(transaction: Transaction, id: bigint): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<CarryCodeChangeRow>`SELECT coalesce(carry_code_change(${id}), 0) AS rows`,
  );
  return row?.rows ?? 0n;
}

/** False where the step was made before. */
export async function insertStep(
  transaction: Transaction,
  id: bigint,
  step: Step,
  at: number,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<InsertStepRow>`INSERT INTO code_change_step (change_id, step, at) VALUES (${id}, ${step}, ${timestamp(at)})
      ON CONFLICT DO NOTHING RETURNING change_id`,
  );
  return row !== undefined;
}
