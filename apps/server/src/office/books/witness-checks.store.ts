import { approverRoles } from "./decision-checks.store.ts";

/**
 * What a trigger saw change in whose sign-in, rights, decisions and settings, against what stands beside it: an entry of
 * the audit log, or of the customer's own activity, in the same transaction. Both begin with migration 0670, those of what
 * operators say, bar and offer with 0780; what changed before has no witness, and is not compared.
 */

/**
 * What has to stand beside a change of a table: an entry of its operator's, one of any operator's, an approver's, or an
 * activity of its customer's.
 */
export const witnessed = {
  operator: "entry",
  operator_session: "own entry",
  operator_passkey: "own entry",
  operator_recovery_code: "own entry",
  operator_one_time_password: "entry",
  operator_setting: "entry",
  proposal: "own entry",
  proposal_approval: "approver's entry",
  review_decision: "own entry",
  withdrawal: "own entry",
  config_entry: "entry",
  site_setting_change: "entry",
  default_credit_limit: "entry",
  simulation_clock: "entry",
  service_message: "entry",
  news_article: "entry",
  deposit_channel: "entry",
  restriction: "entry",
  trading_halt: "entry",
  stock_offer: "entry",
  customer: "activity",
  session: "activity",
  fund_password: "activity",
  customer_passkey: "activity",
  customer_recovery_code: "activity",
  customer_totp: "activity",
} as const satisfies Readonly<
  Record<string, "entry" | "own entry" | "approver's entry" | "activity">
>;

const tables = Object.entries(witnessed)
  .map(([table, beside]) => `('${table}', '${beside.replaceAll("'", "''")}')`)
  .join(", ");

/** Transactions are numbered anew in a database that was copied: then the hour tells two of one number apart. */
const isBeside = "abs(extract(epoch FROM e.at - w.changed_at)) < 3600";

const named = `SELECT jsonb_strip_nulls(jsonb_build_object('table', w.table_name, 'record', w.record, 'change', w.id::text,
      'operation', lower(w.operation))) AS ids,
    'beside' AS figure, coalesce(t.beside, 'entry') AS expected, 'none' AS found
  FROM witnessed_change w LEFT JOIN (VALUES ${tables}) AS t (table_name, beside) USING (table_name)`;

const changes = `
  ${named}
  WHERE NOT w.by_owner AND t.beside = 'activity' AND NOT EXISTS (SELECT FROM activity a
    WHERE a.transaction_id = w.transaction_id AND a.customer_id = w.owner_id)
  UNION ALL
  ${named}
  LEFT JOIN proposal p ON w.table_name = 'proposal' AND w.record = p.id::text
  WHERE NOT w.by_owner AND t.beside IS DISTINCT FROM 'activity' AND NOT EXISTS (SELECT FROM audit_entry e
    WHERE e.transaction_id = w.transaction_id AND e.outcome = 'ok' AND ${isBeside}
      AND (coalesce(t.beside, 'entry') = 'entry' OR e.operator_id = w.owner_id)
      AND (t.beside IS DISTINCT FROM 'approver''s entry' AND p.state IS DISTINCT FROM 'approved'
        OR e.role IN (${approverRoles})))`;

export const witnessChecks = [{ name: "witness", text: changes }] as const;
