import { legRows, postingKinds } from "./posting-legs.store.ts";
import { differing, digitsOf } from "./record-figures.store.ts";

/** What holds of each posting by its kind; see `posting-legs.store.ts` for the kinds and `ledger-checks.store.ts` for what is answered. */

/** A posting on an account that its kind does not have, or the other way round. */
const legs = `
  SELECT jsonb_build_object('transfer', p.transfer_id::text, 'kind', p.kind, 'record', p.cause_id::text,
      'account', p.account_id::text) AS ids, 'leg' AS figure,
    'a leg of its kind' AS expected, concat_ws(' ', p.owner, p.purpose, p.amount, p.currency) AS found
  FROM (
    SELECT ledger_posting.*, purpose, CASE WHEN customer_id IS NULL THEN 'house' ELSE 'customer' END AS owner
    FROM ledger_posting JOIN ledger_account ON ledger_account.id = account_id
    WHERE kind IN (${postingKinds.map((kind) => `'${kind}'`).join(", ")})
  ) p LEFT JOIN (VALUES ${legRows()
    .map(([kind, owner, purpose, sign]) => `('${kind}', '${owner}', '${purpose}', ${sign})`)
    .join(", ")}) AS leg (kind, owner, purpose, sign)
    ON leg.kind = p.kind AND leg.owner = p.owner AND leg.purpose = p.purpose
      AND (leg.sign = 0 OR leg.sign = sign(p.amount))
  WHERE leg.kind IS NULL`;

/** What comes in repays a debt first, and what is missing is owed: in one transfer nobody gains money by a new debt. */
const settled = `
  SELECT jsonb_build_object('transfer', debt.transfer_id::text, 'kind', debt.kind, 'record',
      debt.cause_id::text) AS ids, 'settled' AS figure,
    CASE WHEN debt.amount > 0 THEN 'in' ELSE 'out' END AS expected,
    concat_ws(' ', 'available', p.amount, p.currency) AS found
  FROM ledger_posting debt JOIN ledger_account owed ON owed.id = debt.account_id
    AND owed.purpose = 'shortfall_debt'
  JOIN ledger_account own ON own.customer_id = owed.customer_id AND own.currency = owed.currency
    AND own.purpose = 'available'
  JOIN ledger_posting p ON p.account_id = own.id AND p.transfer_id = debt.transfer_id
  WHERE sign(p.amount) <> sign(debt.amount)`;

/** What a pool does stands on its own accounts, and what leaves it for a follower comes from that follower's pool. */
const pools = `
  SELECT jsonb_build_object('transfer', p.transfer_id::text, 'kind', p.kind, 'record', p.cause_id::text) AS ids,
    'pool' AS figure, coalesce(product.pool_id::text, 'one') AS expected, a.customer_id::text AS found
  FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id AND a.customer_id IS NOT NULL
  LEFT JOIN copy_following f ON p.kind IN ('follow_returned', 'follow_ended') AND f.id = p.cause_id
  LEFT JOIN copy_product product ON product.id = coalesce(f.product_id,
    CASE WHEN p.kind NOT IN ('follow_returned', 'follow_ended') THEN p.cause_id END)
  WHERE (p.kind IN ('units_marked', 'units_issued', 'units_paid', 'fund_fee', 'pool_residue')
      OR p.kind IN ('follow_returned', 'follow_ended') AND a.purpose = 'unit_result')
    AND product.pool_id IS DISTINCT FROM a.customer_id`;

/** Each leg of a correction is one of its proposal, of the account that was named there. */
const corrections = `
  SELECT jsonb_build_object('journal', coalesce(asked.id, posted.id)::text, 'owner',
      coalesce(asked.owner, posted.owner), 'purpose', coalesce(asked.purpose, posted.purpose)) AS ids,
    f.figure, f.expected, f.found
  FROM (
    SELECT j.id, leg ->> 'owner' AS owner, leg ->> 'purpose' AS purpose,
      sum((leg ->> 'amount')::numeric * 10::numeric ^ ${digitsOf("currency")})::bigint AS amount,
      CASE leg ->> 'owner' WHEN 'customer' THEN min(account) END AS account
    FROM (SELECT id, input ->> 'currency' AS currency, input ->> 'account' AS account,
        input -> 'postings' AS legs FROM proposal
      WHERE kind = 'journal' AND EXISTS (SELECT FROM ledger_posting
        WHERE ledger_posting.kind = 'correction' AND cause_id = proposal.id)) j
    CROSS JOIN LATERAL jsonb_array_elements(legs) leg GROUP BY 1, 2, 3
  ) asked FULL JOIN (
    SELECT p.cause_id AS id, CASE WHEN a.customer_id IS NULL THEN 'house' ELSE 'customer' END AS owner,
      a.purpose, sum(p.amount)::bigint AS amount, min(c.account) AS account
    FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
    LEFT JOIN customer c ON c.id = a.customer_id
    WHERE p.kind = 'correction' GROUP BY 1, 2, 3
  ) posted USING (id, owner, purpose)
  ${differing("coalesce(asked.id, posted.id)", [
    ["amount", "coalesce(asked.amount, 0)", "coalesce(posted.amount, 0)"],
    ["account", "asked.account", "posted.account"],
  ])}`;

/**
 * Paper money is what the setting of its moment gave, which a start with another one writes into the audit log.
 * What was given before the first such entry is not compared.
 */
const grants = `
  SELECT jsonb_build_object('customer', c.account, 'currency', p.currency, 'transfer', p.transfer_id::text) AS ids,
    'grant' AS figure, coalesce(s.details ->> p.currency, '0') AS expected, p.amount::text AS found
  FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id AND a.customer_id IS NOT NULL
  JOIN customer c ON c.id = a.customer_id
  JOIN LATERAL (SELECT details FROM audit_entry WHERE method = 'START' AND path = 'simulated_grant'
    AND at <= p.recorded_at ORDER BY number DESC LIMIT 1) s ON true
  WHERE p.kind = 'simulated_grant' AND p.amount::text <> coalesce(s.details ->> p.currency, '0')`;

export const legChecks = [
  { name: "leg", text: `${legs} UNION ALL ${settled} UNION ALL ${pools}` },
  { name: "correction", text: corrections },
  { name: "grant", text: grants },
] as const;
