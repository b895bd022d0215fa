import { operatorRoles, standardText, type SiteSettingName } from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import { differing, digitsOf } from "./record-figures.store.ts";

/** What operators decided, against who may decide it and how many it takes; see `ledger-checks.store.ts` for what is answered. */

const approvers = operatorRoles
  .filter((role) => may(role, "approve_proposals"))
  .map((role) => `'${role}'`)
  .join(", ");

/**
 * What was approved has an approver beside its proposer, and two where two were needed. One operator was enough only
 * where the audit log says that this held.
 */
const proposals = `
  SELECT jsonb_build_object('proposal', p.id::text, 'kind', p.kind, 'subject', p.subject) AS ids,
    f.figure, f.expected, f.found
  FROM (SELECT proposal.*, (SELECT count(*) FROM proposal_approval a
        WHERE a.proposal_id = proposal.id AND a.operator_id <> proposed_by) AS others,
      EXISTS (SELECT FROM proposal_approval a
        WHERE a.proposal_id = proposal.id AND a.operator_id = decided_by) AS is_among_them,
      (SELECT s.details ->> 'in_force' FROM witnessed_change w JOIN audit_entry e
          ON e.transaction_id = w.transaction_id
        JOIN LATERAL (SELECT details FROM audit_entry
          WHERE subject = 'single_approval' AND path = 'single-approval' AND number < e.number
          ORDER BY number DESC LIMIT 1) s ON true
        WHERE w.table_name = 'proposal' AND w.record = proposal.id::text LIMIT 1) AS single
    FROM proposal WHERE state = 'approved') p
  ${differing("p.id", [
    [
      "approvers",
      "CASE WHEN single_approval OR approvals_needed = 1 THEN others ELSE greatest(others, approvals_needed) END",
      "others",
    ],
    [
      "approver",
      "CASE WHEN others > 0 AND NOT single_approval THEN true ELSE is_among_them END",
      "is_among_them",
    ],
    ["approver", "NOT single_approval", "decided_by <> proposed_by"],
    [
      "single_approval",
      "CASE WHEN single_approval THEN 'yes' END",
      "CASE WHEN single_approval THEN coalesce(single, 'yes') END",
    ],
    ["in_time", "true", "decided_at < expires_at"],
  ])}`;

/** A record of what was decided, and the kinds of proposals that it may come from. */
const decided = [
  {
    table: "added_instrument",
    key: "market || ' ' || code",
    kinds: ["instrument_added", "offering"],
  },
  { table: "announcement", key: "id", kinds: ["announcement", "customer_message"] },
  { table: "block_offer", key: "id", kinds: ["block_offer"] },
  { table: "calendar_decision", key: "id", kinds: ["calendar_year", "calendar_expected"] },
  { table: "code_change", key: "id", kinds: ["code_change"] },
  { table: "commission_decision", key: "id", kinds: ["commission"] },
  { table: "copy_product", key: "id", kinds: ["copy_product"] },
  { table: "correction_hold", key: "proposal_id", kinds: ["journal"] },
  { table: "loan_limit_cap", key: "id", kinds: ["loan_limit"] },
  { table: "message_template", key: "id", kinds: ["message_template"] },
  { table: "offering", key: "id", kinds: ["offering"] },
  { table: "service_message", key: "id", kinds: ["service_reply"] },
  { table: "site_setting_change", key: "id", kinds: ["site_setting"] },
  { table: "stock_end", key: "id", kinds: ["stock_end"] },
] as const;

/** What stands on a proposal stands on an approved one of its kind. */
const records = decided
  .map(
    ({ table, key, kinds }) => `
  SELECT jsonb_build_object('table', '${table}', 'record', (r.${key})::text, 'proposal', r.proposal_id::text) AS ids,
    'approved' AS figure, '${kinds.join(" or ")} approved' AS expected, concat_ws(' ', p.kind, p.state) AS found
  FROM ${table} r LEFT JOIN proposal p ON p.id = r.proposal_id
  WHERE r.proposal_id IS NOT NULL
    AND NOT coalesce(p.state = 'approved' AND p.kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")}), false)`,
  )
  .join(" UNION ALL ");

/** What a setting was at a moment: of its changes the newest that had begun, or what it is without any. */
function settingAt(name: SiteSettingName, moment: string): string {
  return `coalesce((SELECT value FROM site_setting_change
      WHERE name = '${name}' AND effective_from <= ${moment} ORDER BY id DESC LIMIT 1),
    -- What is said there has no date, and is not compared.
    (SELECT 'unknown' FROM config_entry WHERE name = '${name}'),
    CASE (SELECT market_kind FROM instance) WHEN 'simulated' THEN '${standardText(name, "simulated")}'
      ELSE '${standardText(name, "live")}' END)`;
}

/** Of each queue, which of its records an approval stands behind, and when two operators decide. */
const approvedRecords = [
  { queue: "deposits", table: "deposit", condition: "status = 1", fourEyes: null },
  {
    queue: "withdrawals",
    table: "withdrawal",
    condition: "status = 1",
    // The bank may pay it days later.
    fourEyes: { setting: "withdrawal_four_eyes", at: "coalesce(r.approved_at, d.decided_at)" },
  },
  {
    queue: "loans",
    table: "loan",
    condition: "status IN (1, 3, 4)",
    fourEyes: { setting: "loan_four_eyes", at: "d.decided_at" },
  },
  { queue: "verifications", table: "verification", condition: "status = 2", fourEyes: null },
  {
    queue: "login-password-resets",
    table: "login_password_reset",
    condition: "approved_at IS NOT NULL",
    fourEyes: null,
  },
  {
    queue: "factor-resets",
    table: "second_factor_reset",
    condition: "approved_at IS NOT NULL",
    fourEyes: null,
  },
] as const satisfies readonly {
  queue: string;
  table: string;
  condition: string;
  fourEyes: { setting: SiteSettingName; at: string } | null;
}[];

const reviews = `
  SELECT jsonb_build_object('queue', d.queue, 'record', d.item_id::text, 'proposal', d.proposal_id::text) AS ids,
    'approved' AS figure, concat_ws(' ', 'review:' || d.queue, d.item_id, d.decision, 'approved') AS expected,
    concat_ws(' ', p.kind, p.input ->> 'id', p.input ->> 'decision', p.state) AS found
  FROM review_decision d LEFT JOIN proposal p ON p.id = d.proposal_id
  WHERE d.proposal_id IS NOT NULL AND concat_ws(' ', 'review:' || d.queue, d.item_id, d.decision, 'approved')
    <> concat_ws(' ', p.kind, p.input ->> 'id', p.input ->> 'decision', p.state)
  UNION ALL ${approvedRecords
    .map(
      ({ queue, table, condition, fourEyes }) => `
  SELECT jsonb_build_object('queue', '${queue}', 'record', r.id::text), f.figure, f.expected, f.found
  FROM ${table} r LEFT JOIN review_decision d ON d.queue = '${queue}' AND d.item_id = r.id AND d.decision = 'approve'
  CROSS JOIN LATERAL (VALUES
    ('decision', 'one', CASE WHEN d.item_id IS NULL THEN 'none' ELSE 'one' END),
    ('four_eyes', 'two operators', CASE WHEN d.item_id IS NOT NULL AND d.proposal_id IS NULL
      AND ${fourEyes === null ? "false" : `${settingAt(fourEyes.setting, fourEyes.at)} = 'on'`}
      THEN 'one operator' ELSE 'two operators' END)) AS f (figure, expected, found)
  WHERE r.${condition} AND f.expected <> f.found`,
    )
    .join(" UNION ALL ")}`;

/** What a customer owes, or has, by an operator's word: a correction and a loan that was written off. */
const words = `
  SELECT jsonb_build_object('journal', m.id::text) AS ids, f.figure, f.expected, f.found
  FROM (SELECT DISTINCT cause_id AS id FROM ledger_posting WHERE kind = 'correction') m
  JOIN proposal p ON p.id = m.id AND p.kind = 'journal'
  LEFT JOIN correction_hold h ON h.proposal_id = p.id
  ${differing("m.id", [
    ["approved", "'approved'", "p.state"],
    ["held", "CASE WHEN h.proposal_id IS NOT NULL THEN 'posted' END", "h.state"],
    ["customer", "coalesce(h.customer_id, p.customer_id)", "p.customer_id"],
    // A day, in which the customer can object.
    [
      "objection_time",
      "CASE WHEN h.proposal_id IS NOT NULL THEN true END",
      "h.takes_effect_at >= p.decided_at + interval '24 hours'",
    ],
    [
      "objection",
      "CASE WHEN h.objected_at IS NOT NULL THEN true END",
      `CASE WHEN h.objected_at IS NOT NULL THEN EXISTS (SELECT FROM proposal o
        WHERE o.kind = 'journal_objected' AND o.state = 'approved' AND o.input ->> 'proposal' = p.id::text) END`,
    ],
  ])}
  UNION ALL
  SELECT jsonb_build_object('loan', l.id::text), 'written_off', 'approved', 'no approval'
  FROM loan l WHERE l.status = 4 AND NOT EXISTS (SELECT FROM proposal p
    WHERE p.kind = 'loan_write_off' AND p.state = 'approved' AND p.input ->> 'loan' = l.id::text)
  UNION ALL
  SELECT jsonb_build_object('payment_file', f.id::text), 'refused', 'approved', 'no approval'
  FROM payment_file f WHERE f.refused_at IS NOT NULL AND NOT EXISTS (SELECT FROM proposal p
    WHERE p.id = f.refusal_id AND p.kind = 'payment_file_refused' AND p.state = 'approved'
      AND p.input ->> 'file' = f.id::text)`;

/** An operator's role and the site's settings are what was approved last. */
const standing = `
  SELECT jsonb_build_object('operator', o.email) AS ids, 'role' AS figure, p.input ->> 'role' AS expected,
    o.role AS found
  FROM operator o JOIN LATERAL (SELECT input FROM proposal
    WHERE kind IN ('operator_role', 'operator_enabled') AND state = 'approved' AND subject = o.email
    ORDER BY decided_at DESC, id DESC LIMIT 1) p ON true
  WHERE p.input ->> 'role' <> o.role
  UNION ALL
  SELECT jsonb_build_object('setting', c.name, 'change', c.id::text), 'value', p.input ->> 'value', c.value
  FROM site_setting_change c JOIN proposal p ON p.id = c.proposal_id
  WHERE (p.input ->> 'name', p.input ->> 'value') IS DISTINCT FROM (c.name, c.value)
  UNION ALL
  SELECT jsonb_build_object('account', a.id::text, 'customer', c.account, 'currency', a.currency, 'purpose', a.purpose),
    'floor', f.lowest::text, b.floor::text
  FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id JOIN customer c ON c.id = a.customer_id
  LEFT JOIN LATERAL (SELECT ((input ->> 'credit_limit')::numeric * 10::numeric ^ ${digitsOf("a.currency")})::bigint
      AS amount FROM proposal
    WHERE a.purpose = 'margin_debt' AND kind = 'credit_limit' AND state = 'approved'
      AND input ->> 'account' = c.account AND input ->> 'currency' = a.currency
    ORDER BY decided_at DESC, id DESC LIMIT 1) given ON true
  LEFT JOIN copy_product p ON c.kind = 'pool' AND a.purpose = 'margin_debt' AND p.pool_id = c.id
    AND upper(p.market) = a.currency
  CROSS JOIN LATERAL (SELECT coalesce(-given.amount, -p.credit_limit, ledger_floor(a.purpose, a.currency)) AS lowest) f
  -- What everybody is lent may have been more when the account was opened.
  WHERE CASE WHEN given.amount IS NULL AND p.id IS NULL AND a.purpose = 'margin_debt' THEN b.floor < f.lowest
    ELSE b.floor <> f.lowest END
  UNION ALL
  SELECT jsonb_build_object('customer', c.account), 'verification', coalesce(v.status, 0)::text, c.verification::text
  FROM customer c LEFT JOIN LATERAL (SELECT status FROM verification
    WHERE customer_id = c.id ORDER BY id DESC LIMIT 1) v ON true
  WHERE c.verification <> coalesce(v.status, 0)`;

/** Whoever is restricted has a restriction in force, and one that nothing took the place of was lifted by two. */
const restrictions = `
  SELECT jsonb_build_object('customer', c.account) AS ids, 'state' AS figure, coalesce(r.state, 'active') AS expected,
    c.state AS found
  FROM customer c LEFT JOIN restriction r ON r.customer_id = c.id AND r.ended_at IS NULL
  WHERE c.kind = 'person' AND c.state <> coalesce(r.state, 'active')
  UNION ALL
  SELECT jsonb_build_object('customer', c.account, 'restriction', r.id::text), 'lifted', 'approved', 'no approval'
  FROM restriction r JOIN customer c ON c.id = r.customer_id
  WHERE r.ended_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM restriction next WHERE next.customer_id = r.customer_id AND next.id > r.id
      AND next.since <= r.ended_at)
    AND NOT EXISTS (SELECT FROM proposal p WHERE p.kind = 'customer_state' AND p.state = 'approved'
      AND p.subject = c.account AND p.input ->> 'state' = 'active' AND p.decided_at = r.ended_at)`;

export const decisionChecks = [
  {
    name: "decision",
    text: [proposals, records, reviews, words, standing, restrictions].join(" UNION ALL "),
  },
] as const;

/** Who may be the second pair of eyes, as SQL. */
export const approverRoles = approvers;
