import { differing, digitsOf } from "./record-figures.store.ts";

/** What of a record is worked out from the rest of it, worked out again; see `ledger-checks.store.ts` for what is answered. */

/** Of a per share in 10^-12 of the currency, as 0620 keeps it. */
const paid = `a.quantity_before::numeric * c.per_share * 10::numeric ^ ${digitsOf("upper(p.market)")} / 1000000000000`;

/**
 * A dividend is so much for each share, rounded once for all that a customer holds of a stock: for one opening to less
 * than one minor unit, and for all of them too. Nobody is paid for more shares than were ever opened.
 */
const dividends = `
  SELECT jsonb_build_object('position', p.id::text, 'action', c.id::text) AS ids, v.figure, v.expected, v.found
  FROM position_action a JOIN corporate_action c ON c.id = a.action_id AND c.kind = 'dividend'
  JOIN position p ON p.id = a.position_id
  CROSS JOIN LATERAL (VALUES
    ('dividend', trunc(${paid})::text, abs(a.amount)::text, abs(abs(a.amount) - ${paid}) > 1),
    ('quantity', p.opened::text, a.quantity_before::text, a.quantity_before > p.opened AND NOT EXISTS (
      SELECT FROM position_action s JOIN corporate_action k ON k.id = s.action_id AND k.kind = 'split'
      WHERE s.position_id = p.id))) AS v (figure, expected, found, is_wrong)
  WHERE a.amount <> 0 AND v.is_wrong
  UNION ALL
  SELECT jsonb_build_object('customer', min(p.customer_id)::text, 'action', c.id::text), 'dividends',
    trunc(sum(${paid}))::text, sum(abs(a.amount))::text
  FROM position_action a JOIN corporate_action c ON c.id = a.action_id AND c.kind = 'dividend'
  JOIN position p ON p.id = a.position_id
  WHERE a.amount <> 0 GROUP BY c.id, p.customer_id, p.side HAVING abs(sum(abs(a.amount)) - sum(${paid})) >= 1`;

/** A quote keeps its rates in hundred-millionths. */
const rateDigits = 8;

/** What an exchange brings follows from its rate, rounded down; what the house gives at the mid rate, from that. */
const exchanged = (
  rate: string,
) => `q.amount::numeric * ${rate} * 10::numeric ^ (${digitsOf("q.to_currency")})
  / (q.per * 10::numeric ^ (${rateDigits} + ${digitsOf("q.from_currency")}))`;
const exchanges = `
  SELECT jsonb_build_object('exchange', e.id::text, 'quote', q.id::text) AS ids, f.figure, f.expected, f.found
  FROM currency_exchange e JOIN exchange_quote q ON q.id = e.quote_id
  ${differing("e.id", [
    ["receive", `floor(${exchanged("q.rate")})`, "q.receive"],
    [
      "at_mid",
      `least(q.at_mid, greatest(q.receive, floor(${exchanged("(q.mid + 1)")}) + 1))`,
      "q.at_mid",
    ],
    ["in_time", "true", "e.exchanged_at <= q.expires_at"],
    ["customer", "e.customer_id", "q.customer_id"],
  ])}`;

/** A loan's interest is that of its days and its rates, with the fraction that the days before left. */
const accruals = `
  SELECT jsonb_build_object('loan', d.loan_id::text, 'day', d.through_day::text) AS ids, f.figure, f.expected, f.found
  FROM (SELECT a.*, a.principal::numeric * (l.rate_basis_points::numeric * (a.through_day - a.after_day - a.overdue_days)
        + l.overdue_basis_points::numeric * a.overdue_days)
      + lag(a.fraction, 1, 0) OVER (PARTITION BY a.loan_id ORDER BY a.through_day, a.after_day) AS units,
      l.principal AS lent,
      greatest(0, a.through_day - greatest(a.after_day, l.due_on)) AS late
    FROM loan_accrual a JOIN loan l ON l.id = a.loan_id) d
  ${differing("d.loan_id", [
    ["interest", "div(d.units, 3650000)", "d.interest"],
    ["fraction", "mod(d.units, 3650000)", "d.fraction"],
    ["principal", "least(d.principal, d.lent)", "d.principal"],
    ["overdue_days", "d.late", "d.overdue_days"],
  ])}`;

/** What is asked for new shares and blocks is their lots at their price. */
const bought = `
  SELECT jsonb_build_object('subscription', s.id::text) AS ids, f.figure, f.expected, f.found
  FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
  CROSS JOIN LATERAL (SELECT s.allotted_lots::numeric * o.lot_size * o.price / 10000
    * 10::numeric ^ ${digitsOf("upper(o.market)")} AS exact) x
  ${differing("s.id", [
    [
      "amount",
      "CASE WHEN s.paid_at IS NOT NULL AND abs(s.amount - x.exact) >= 1 THEN trunc(x.exact) ELSE s.amount END",
      "s.amount",
    ],
  ])}
  UNION ALL
  SELECT jsonb_build_object('application', b.id::text), f.figure, f.expected, f.found
  FROM block_application b JOIN block_offer o ON o.id = b.offer_id
  CROSS JOIN LATERAL (SELECT b.lots::numeric * o.lot_size * o.price / 10000
    * 10::numeric ^ ${digitsOf("upper(o.market)")} AS exact) x
  ${differing("b.id", [
    ["cost", "CASE WHEN abs(b.cost - x.exact) >= 1 THEN trunc(x.exact) ELSE b.cost END", "b.cost"],
  ])}`;

export const amountChecks = [
  { name: "position", text: dividends },
  { name: "exchange", text: exchanges },
  { name: "loan", text: accruals },
  { name: "subscription", text: bought },
] as const;
