import { differing, moved, sumOf, theirs } from "./record-figures.store.ts";

/**
 * What was paid in for new shares is frozen until they are listed and paid for the position then, or comes back
 * where the offering is withdrawn.
 */
const subscriptions = `
  SELECT jsonb_strip_nulls(jsonb_build_object('subscription', coalesce(s.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT n.*, upper(o.market) AS currency FROM new_share_subscription n
    JOIN offering o ON o.id = n.offering_id) s
  FULL JOIN (${moved(
    `${sumOf("purpose = 'available' AND kind = 'subscription_paid'")} AS paid,
    ${sumOf("purpose = 'reserved_subscriptions'")} AS reserved,
    ${sumOf("purpose IN ('available', 'shortfall_debt') AND kind = 'subscription_returned'")} AS returned`,
    "('subscription_paid', 'subscription_returned')",
  )}) m ON m.cause_id = s.id LEFT JOIN customer c ON c.id = s.customer_id
  LEFT JOIN (${moved(
    `${sumOf("purpose = 'reserved_subscriptions'")} AS spent`,
    "('subscription_listed')",
  )}) l ON l.cause_id = s.position_id
  ${differing("s.id", [
    ...theirs("s"),
    [
      "transfers",
      "CASE WHEN s.paid_at IS NULL THEN 0 WHEN s.status = 1 THEN 1 ELSE 2 END",
      "coalesce(m.transfers, 0) + coalesce(l.transfers, 0)",
    ],
    ["paid", "CASE WHEN s.paid_at IS NULL THEN 0 ELSE -s.amount END", "coalesce(m.paid, 0)"],
    [
      "reserved",
      "CASE s.status WHEN 1 THEN s.amount ELSE 0 END",
      "coalesce(m.reserved, 0) + coalesce(l.spent, 0)",
    ],
    ["spent", "CASE s.status WHEN 2 THEN -s.amount ELSE 0 END", "coalesce(l.spent, 0)"],
    [
      "returned",
      "CASE WHEN s.status = 7 AND s.paid_at IS NOT NULL THEN s.amount ELSE 0 END",
      "coalesce(m.returned, 0)",
    ],
    ["currency", "s.currency", "coalesce(m.currency_low, s.currency)"],
    ["currency", "s.currency", "coalesce(m.currency_high, s.currency)"],
  ])}`;

/** How many applied for a new share, as everybody reads it, are those who did and have not cancelled. */
const offerings = `
  SELECT jsonb_build_object('offering', o.id::text) AS ids, f.figure, f.expected, f.found
  FROM offering o LEFT JOIN new_share_applied k ON k.offering_id = o.id
  LEFT JOIN (SELECT offering_id, count(*) AS applicants, sum(lots) AS lots,
      sum(allotted_lots) FILTER (WHERE status IN (1, 2, 4)) AS taken FROM new_share_subscription
    WHERE status <> 7 GROUP BY offering_id) s ON s.offering_id = o.id
  ${differing("o.id", [
    ["applicants", "coalesce(s.applicants, 0)", "coalesce(k.applicants, 0)"],
    ["applied", "coalesce(s.lots, 0)", "coalesce(k.lots, 0)"],
    ["quota", "least(coalesce(s.taken, 0), o.quota_lots)", "coalesce(s.taken, 0)"],
  ])}`;

export const newShares = `${subscriptions} UNION ALL ${offerings}`;
