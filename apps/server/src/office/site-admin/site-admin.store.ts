import type { ReasonSentences, SiteSettingName } from "@sanshi/contract";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ListedChangeRow, StoredChange } from "./site-admin.sql-types.ts";

/** Until the transaction ends nobody else decides on a setting: bounds hold between them. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('site settings'))`.execute(transaction);
}

export type { StoredChange } from "./site-admin.sql-types.ts";

export async function insertChange(
  transaction: Transaction,
  change: {
    name: SiteSettingName;
    before: string;
    value: string;
    tightens: boolean;
    reason: ReasonSentences;
    proposalId: bigint;
    proposedBy: bigint;
    approvedBy: bigint;
    at: number;
    effectiveFrom: number;
  },
): Promise<void> {
  const roleOf = (id: bigint) => sql`(SELECT role FROM operator WHERE id = ${id})`;
  await sql`INSERT INTO site_setting_change (name, value_before, value, tightens, reason,
      proposal_id, proposed_role, approved_role, decided_at, effective_from)
    VALUES (${change.name}, ${change.before}, ${change.value}, ${change.tightens},
      ${JSON.stringify(change.reason)}::jsonb, ${change.proposalId}, ${roleOf(change.proposedBy)},
      ${roleOf(change.approvedBy)}, ${timestamp(change.at)}, ${timestamp(change.effectiveFrom)})`.execute(
    transaction,
  );
}

/** The newest change of each setting that has not begun, where no later decision took its place. */
export function plannedChanges(reader: Reader): Promise<StoredChange[]> {
  return rows(
    reader,
    sql<StoredChange>`SELECT * FROM (SELECT DISTINCT ON (name) * FROM site_setting_change
        ORDER BY name, id DESC) newest WHERE effective_from > app_now()`,
  );
}

type ListedChange = Narrowed<
  ListedChangeRow,
  { state: "announced" | "in_force" | "past" | "replaced" }
>;

/** The newest first, those that have not begun before the others. */
export function listChanges(reader: Reader, limit: number): Promise<ListedChange[]> {
  return rows(
    reader,
    sql<ListedChange>`SELECT * FROM (SELECT change.*, CASE
          WHEN next.id IS NOT NULL AND next.decided_at < change.effective_from THEN 'replaced'
          WHEN change.effective_from > app_now() THEN 'announced'
          WHEN next.id IS NOT NULL AND next.effective_from <= app_now() THEN 'past'
          ELSE 'in_force' END AS state
        FROM site_setting_change change
          LEFT JOIN LATERAL (SELECT id, decided_at, effective_from FROM site_setting_change later
            WHERE later.name = change.name AND later.id > change.id ORDER BY id LIMIT 1) next ON true
      ) listed ORDER BY state = 'announced' DESC, id DESC LIMIT ${limit}`,
  );
}
