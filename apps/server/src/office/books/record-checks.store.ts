import { followings, pools } from "./copy-checks.store.ts";
import { intradayTrades } from "./intraday-checks.store.ts";
import { lendings } from "./lending-checks.store.ts";
import { postingKinds } from "./posting-legs.store.ts";
import { stockEnds } from "./stock-end-checks.store.ts";
import { newShares } from "./new-share-checks.store.ts";
import { differing, moved, sumOf, theirs } from "./record-figures.store.ts";

/** What holds of the records whose money the ledger moved; see `ledger-checks.store.ts` for what is answered. */
const positionKinds = `('order_filled', 'order_reserved', 'order_released', 'position_closed',
  'split_fraction', 'dividend', 'dividend_equivalent', 'subscription_listed', 'fill_reversed',
  'stock_end_settled', 'shares_exchanged')`;

/**
 * A position follows from its fills and corporate actions, and its money from its postings. After a split
 * shares are what it left, with what was filled since; opened and closed by themselves are rounded then.
 */
const positions = `
  WITH filled AS (
    SELECT f.position_id,
      sum(f.quantity) FILTER (WHERE opens) AS opened, sum(f.quantity) FILTER (WHERE NOT opens) AS closed,
      sum(f.amount) FILTER (WHERE opens) AS cost, sum(f.amount) FILTER (WHERE NOT opens) AS proceeds,
      sum(f.fee) FILTER (WHERE opens) AS open_fee, sum(f.fee) FILTER (WHERE NOT opens) AS close_fee,
      sum(f.profit) AS profit
    FROM (SELECT fill.*, (fill.side = 'buy') = (p.side = 'long') AS opens
      FROM fill JOIN position p ON p.id = fill.position_id) f
    GROUP BY f.position_id
  ), acted AS (
    SELECT d.position_id,
      sum(abs(d.amount)) FILTER (WHERE c.kind = 'split') AS fractions,
      sum(d.amount) FILTER (WHERE c.kind = 'dividend') AS dividends, sum(d.equivalent) AS equivalents,
      max(d.applied_at) FILTER (WHERE c.kind = 'split' AND d.applied_at >= p.opened_at) AS split_at
    FROM position_action d JOIN corporate_action c ON c.id = d.action_id
    JOIN position p ON p.id = d.position_id GROUP BY d.position_id
  ), split AS (
    SELECT acted.position_id, (SELECT d.quantity_after FROM position_action d
        JOIN corporate_action c ON c.id = d.action_id AND c.kind = 'split'
        WHERE d.position_id = acted.position_id AND d.applied_at = acted.split_at
        ORDER BY c.effective_at DESC, c.number DESC LIMIT 1)
      + coalesce((SELECT sum(CASE WHEN (f.side = 'buy') = (p.side = 'long') THEN f.quantity
          ELSE -f.quantity END) FROM fill f
        WHERE f.position_id = acted.position_id AND f.filled_at >= acted.split_at), 0) AS left
    FROM acted JOIN position p ON p.id = acted.position_id WHERE acted.split_at IS NOT NULL
  ), lent AS (
    SELECT position_id, sum(quantity) AS quantity FROM share_loan GROUP BY position_id
  ), moved AS (${moved(
    `${sumOf("a.customer_id IS NULL AND purpose = 'market'")} AS market,
    ${sumOf("a.customer_id IS NULL AND purpose = 'fees'")} AS fees,
    ${sumOf("a.customer_id IS NULL AND purpose = 'interest'")} AS interest,
    ${sumOf("a.customer_id IS NULL AND purpose = 'dividends'")} AS dividends,
    ${sumOf("a.customer_id IS NULL AND purpose = 'dividends' AND kind = 'dividend_equivalent'")} AS equivalents,
    ${sumOf("purpose = 'reserved_orders'")} AS reserved,
    ${sumOf("purpose = 'margin_debt'")} AS debt,
    ${sumOf("purpose = 'margin_debt' AND (kind = 'order_filled' OR kind = 'shares_exchanged' AND amount < 0)")} AS lent,
    ${sumOf("purpose = 'short_collateral'")} AS collateral`,
    positionKinds,
  )}), held AS (
    SELECT p.*, coalesce(p.id, m.cause_id) AS record, upper(p.market) AS own_currency,
      m.customer_low, m.customer_high, m.currency_low, m.currency_high,
      coalesce(m.market, 0) AS m_market, coalesce(m.fees, 0) AS m_fees,
      coalesce(m.interest, 0) AS m_interest, coalesce(m.dividends, 0) AS m_dividends,
      coalesce(m.equivalents, 0) AS m_equivalents, coalesce(d.equivalents, 0) AS d_equivalents,
      coalesce(m.reserved, 0) AS m_reserved, coalesce(m.debt, 0) AS m_debt,
      coalesce(m.lent, 0) AS m_lent, coalesce(m.collateral, 0) AS m_collateral,
      coalesce(f.opened, 0) AS f_opened, coalesce(f.closed, 0) AS f_closed, coalesce(f.cost, 0) AS f_cost,
      coalesce(f.proceeds, 0) + coalesce(d.fractions, 0) AS f_proceeds,
      coalesce(f.open_fee, 0) AS f_open_fee, coalesce(f.close_fee, 0) AS f_close_fee,
      coalesce(f.profit, 0) AS f_profit, coalesce(d.dividends, 0) AS d_dividends,
      d.split_at IS NOT NULL AS is_split, s.left AS s_left, coalesce(l.quantity, 0) AS l_quantity,
      CASE p.side WHEN 'long' THEN 1 ELSE -1 END AS sign
    FROM listed_position p FULL JOIN moved m ON m.cause_id = p.id
    LEFT JOIN filled f ON f.position_id = p.id LEFT JOIN acted d ON d.position_id = p.id
    LEFT JOIN split s ON s.position_id = p.id LEFT JOIN lent l ON l.position_id = p.id
  )
  SELECT jsonb_strip_nulls(jsonb_build_object('position', h.record::text, 'customer', c.account)) AS ids,
    f.figure, f.expected, f.found
  FROM held h LEFT JOIN customer c ON c.id = h.customer_id
  ${differing("h.id", [
    ["record", "'one'", "CASE WHEN h.id IS NULL THEN 'none' ELSE 'one' END"],
    ["customer", "h.customer_id", "coalesce(h.customer_low, h.customer_id)"],
    ["customer", "h.customer_id", "coalesce(h.customer_high, h.customer_id)"],
    ["currency", "h.own_currency", "coalesce(h.currency_low, h.own_currency)"],
    ["currency", "h.own_currency", "coalesce(h.currency_high, h.own_currency)"],
    [
      "shares",
      "CASE WHEN h.is_split THEN h.s_left ELSE h.f_opened - h.f_closed END",
      "h.opened - h.closed",
    ],
    ["opened", "CASE WHEN h.is_split THEN h.opened ELSE h.f_opened END", "h.opened"],
    ["cost", "h.f_cost", "h.cost"],
    ["open_fee", "h.f_open_fee", "h.open_fee"],
    ["proceeds", "h.f_proceeds", "h.proceeds"],
    ["close_fee", "h.f_close_fee", "h.close_fee + h.stamp_duty"],
    ["fees", "h.m_fees", "h.open_fee + h.close_fee + h.stamp_duty"],
    ["market", "h.m_market", "h.sign * (h.cost - h.proceeds)"],
    ["margin", "h.cost - h.borrowed", "h.margin"],
    ["borrowed", "CASE WHEN h.sign = 1 THEN -h.m_lent ELSE h.borrowed END", "h.borrowed"],
    [
      "borrowed_left",
      "CASE WHEN h.sign = 1 THEN -h.m_debt ELSE h.borrowed_left END",
      "h.borrowed_left",
    ],
    ["collateral_left", "h.m_collateral", "h.collateral_left"],
    ["reserved", "h.m_reserved", "h.reserved"],
    ["interest_paid", "h.m_interest", "h.interest_paid"],
    ["dividends", "-h.m_dividends", "h.d_dividends"],
    ["equivalents", "-h.m_equivalents", "h.d_equivalents"],
    ["shares_lent", "CASE WHEN h.sign = 1 THEN 0 ELSE h.opened - h.closed END", "h.l_quantity"],
    [
      "basis_closed",
      `CASE WHEN h.is_split OR h.opened = 0 THEN h.basis_closed
        ELSE floor((h.cost + h.sign * h.open_fee)::numeric * h.closed / h.opened) END`,
      "h.basis_closed",
    ],
    [
      "realised",
      `h.sign * (h.proceeds - h.basis_closed) - h.close_fee - h.stamp_duty - h.interest_paid`,
      "h.realised",
    ],
    ["realised", "CASE WHEN h.is_split THEN h.realised ELSE h.f_profit END", "h.realised"],
  ])}`;

/** Approved deposits have their posting and no other has one. */
const deposits = `
  SELECT jsonb_strip_nulls(jsonb_build_object('deposit', coalesce(d.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM deposit d FULL JOIN (${moved(
    `${sumOf("a.customer_id IS NULL AND purpose = 'bank'")} AS bank,
    ${sumOf("a.customer_id IS NOT NULL")} AS received`,
    "('deposit')",
  )}) m ON m.cause_id = d.id LEFT JOIN customer c ON c.id = d.customer_id
  ${differing("d.id", [
    ...theirs("d"),
    ["transfers", "CASE d.status WHEN 1 THEN 1 ELSE 0 END", "coalesce(m.transfers, 0)"],
    ["bank", "CASE d.status WHEN 1 THEN -d.amount ELSE 0 END", "coalesce(m.bank, 0)"],
    ["received", "CASE d.status WHEN 1 THEN d.amount ELSE 0 END", "coalesce(m.received, 0)"],
    ["currency", "d.currency", "coalesce(m.currency_low, d.currency)"],
    ["currency", "d.currency", "coalesce(m.currency_high, d.currency)"],
  ])}`;

/** What is asked for is held; then it is paid, or comes back, or waits. */
const withdrawals = `
  SELECT jsonb_strip_nulls(jsonb_build_object('withdrawal', coalesce(w.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM withdrawal w FULL JOIN (${moved(
    `${sumOf("purpose = 'available' AND kind = 'withdrawal_held'")} AS held,
    ${sumOf("purpose = 'reserved_withdrawals'")} AS reserved,
    ${sumOf("a.customer_id IS NULL AND purpose = 'bank'")} AS bank,
    ${sumOf("purpose IN ('available', 'shortfall_debt') AND kind = 'withdrawal_returned'")} AS returned`,
    "('withdrawal_held', 'withdrawal_paid', 'withdrawal_returned')",
  )}) m ON m.cause_id = w.id LEFT JOIN customer c ON c.id = w.customer_id
  ${differing("w.id", [
    ...theirs("w"),
    ["transfers", "CASE w.status WHEN 0 THEN 1 ELSE 2 END", "coalesce(m.transfers, 0)"],
    ["held", "-w.amount", "coalesce(m.held, 0)"],
    ["reserved", "CASE w.status WHEN 0 THEN w.amount ELSE 0 END", "coalesce(m.reserved, 0)"],
    ["bank", "CASE w.status WHEN 1 THEN w.amount ELSE 0 END", "coalesce(m.bank, 0)"],
    [
      "returned",
      "CASE WHEN w.status IN (2, 3) THEN w.amount ELSE 0 END",
      "coalesce(m.returned, 0)",
    ],
    ["currency", "w.currency", "coalesce(m.currency_low, w.currency)"],
    ["currency", "w.currency", "coalesce(m.currency_high, w.currency)"],
  ])}`;

/** What is frozen for an application is released when it ends; what is bought of it is its position's. */
const applications = `
  SELECT jsonb_strip_nulls(jsonb_build_object('application', coalesce(b.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT a.*, upper(o.market) AS currency, o.price, o.lot_size FROM block_application a
    JOIN block_offer o ON o.id = a.offer_id) b
  FULL JOIN (${moved(
    `${sumOf("purpose = 'available' AND kind = 'application_held'")} AS held,
    ${sumOf("purpose = 'reserved_applications'")} AS reserved,
    ${sumOf("purpose IN ('available', 'shortfall_debt') AND kind = 'application_returned'")} AS returned`,
    "('application_held', 'application_returned')",
  )}) m ON m.cause_id = b.id LEFT JOIN customer c ON c.id = b.customer_id
  LEFT JOIN fill ON fill.position_id = b.position_id AND fill.number = 0
  ${differing("b.id", [
    ...theirs("b"),
    ["transfers", "CASE b.status WHEN 0 THEN 1 ELSE 2 END", "coalesce(m.transfers, 0)"],
    ["held", "-(b.cost + b.fee)", "coalesce(m.held, 0)"],
    ["reserved", "CASE b.status WHEN 0 THEN b.cost + b.fee ELSE 0 END", "coalesce(m.reserved, 0)"],
    ["returned", "CASE b.status WHEN 0 THEN 0 ELSE b.cost + b.fee END", "coalesce(m.returned, 0)"],
    ["shares", "b.filled_lots * b.lot_size", "coalesce(fill.quantity, 0)"],
    ["price", "CASE b.status WHEN 1 THEN b.price END", "fill.price"],
    ["currency", "b.currency", "coalesce(m.currency_low, b.currency)"],
    ["currency", "b.currency", "coalesce(m.currency_high, b.currency)"],
  ])}`;

/**
 * What is left of a block is what nobody has applied for and no other institution took, or those who applied are
 * counted where it is drawn; a customer who sells it has sold what others got.
 */
const blocks = `
  SELECT jsonb_build_object('block_offer', o.id::text) AS ids, f.figure, f.expected, f.found
  FROM block_offer o JOIN block_quota q ON q.offer_id = o.id
  LEFT JOIN block_applied k ON k.offer_id = o.id
  LEFT JOIN (SELECT offer_id, sum(lots) FILTER (WHERE status <> 3 AND number IS NULL) AS lots,
      count(*) FILTER (WHERE status <> 3 AND number IS NOT NULL) AS applicants,
      sum(lots) FILTER (WHERE status <> 3 AND number IS NOT NULL) AS applied,
      sum(filled_lots) AS filled FROM block_application GROUP BY offer_id) a
    ON a.offer_id = o.id
  LEFT JOIN LATERAL (SELECT sum(quantity) AS quantity FROM fill
    WHERE position_id = o.seller_position_id AND order_id = o.sale_order_id) s
    ON true
  ${differing("o.id", [
    ["left", "o.quota_lots - o.others_lots - coalesce(a.lots, 0)", "q.left_lots"],
    ["applicants", "coalesce(a.applicants, 0)", "coalesce(k.applicants, 0)"],
    ["applied", "coalesce(a.applied, 0)", "coalesce(k.lots, 0)"],
    [
      "sold",
      "CASE WHEN o.sale_order_id IS NULL THEN 0 ELSE coalesce(a.filled, 0) * o.lot_size END",
      "coalesce(s.quantity, 0)",
    ],
  ])}`;

/** Both sides of an exchange are those of its quote, and what the rounding and the spread left. */
const exchanges = `
  SELECT jsonb_strip_nulls(jsonb_build_object('exchange', coalesce(e.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT made.id, made.customer_id, quote.from_currency, quote.to_currency, quote.amount,
      quote.receive, quote.at_mid
    FROM currency_exchange made JOIN exchange_quote quote ON quote.id = made.quote_id) e
  FULL JOIN (${moved(
    `${sumOf("a.customer_id IS NOT NULL AND kind = 'exchange_sold'")} AS sold,
    ${sumOf("a.customer_id IS NOT NULL AND kind = 'exchange_bought'")} AS bought,
    ${sumOf("a.customer_id IS NULL AND purpose = 'exchange' AND kind = 'exchange_bought'")} AS at_mid,
    ${sumOf("a.customer_id IS NULL AND purpose = 'exchange_income'")} AS income,
    min(a.currency) FILTER (WHERE kind = 'exchange_sold') AS sold_currency,
    min(a.currency) FILTER (WHERE kind = 'exchange_bought') AS bought_currency`,
    "('exchange_sold', 'exchange_bought')",
  )}) m ON m.cause_id = e.id LEFT JOIN customer c ON c.id = e.customer_id
  ${differing("e.id", [
    ...theirs("e"),
    ["transfers", "2", "coalesce(m.transfers, 0)"],
    ["sold", "-e.amount", "coalesce(m.sold, 0)"],
    ["bought", "e.receive", "coalesce(m.bought, 0)"],
    ["at_mid", "-e.at_mid", "coalesce(m.at_mid, 0)"],
    ["income", "e.at_mid - e.receive", "coalesce(m.income, 0)"],
    ["currency", "e.from_currency", "coalesce(m.sold_currency, e.from_currency)"],
    ["currency", "e.to_currency", "coalesce(m.bought_currency, e.to_currency)"],
  ])}`;

/** What is owed on a loan and what it earned is what was posted for it, and its interest that of its days. */
const loans = `
  SELECT jsonb_strip_nulls(jsonb_build_object('loan', coalesce(l.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM loan l FULL JOIN (${moved(
    `${sumOf("purpose = 'available' AND kind = 'loan_paid_out'")} AS paid_out,
    ${sumOf("purpose = 'loan_debt'")} AS principal,
    ${sumOf("purpose = 'loan_interest_debt'")} AS interest,
    ${sumOf("purpose = 'shortfall_debt'")} AS claimed,
    ${sumOf("a.customer_id IS NULL AND purpose = 'loan_interest'")} AS income,
    ${sumOf("a.customer_id IS NULL AND purpose = 'loan_interest' AND kind = 'loan_interest'")} AS accrued`,
    `('loan_paid_out', 'loan_interest', 'loan_interest_waived', 'loan_repaid', 'loan_written_off', 'loan_claimed')`,
  )}) m ON m.cause_id = l.id LEFT JOIN customer c ON c.id = l.customer_id
  LEFT JOIN (SELECT loan_id, sum(interest) AS interest, max(through_day) AS through_day
    FROM loan_accrual GROUP BY loan_id) d ON d.loan_id = l.id
  ${differing("l.id", [
    ...theirs("l"),
    [
      "paid_out",
      "CASE WHEN l.status IN (1, 3, 4) THEN l.principal ELSE 0 END",
      "coalesce(m.paid_out, 0)",
    ],
    ["principal", "-l.principal_left", "coalesce(m.principal, 0)"],
    ["interest", "-l.interest_left", "coalesce(m.interest, 0)"],
    ["claimed", "-l.claimed", "coalesce(m.claimed, 0)"],
    ["income", "l.interest_total", "coalesce(m.income, 0)"],
    ["accrued", "coalesce(d.interest, 0)", "coalesce(m.accrued, 0)"],
    ["interest_through", "coalesce(d.through_day, l.interest_through)", "l.interest_through"],
    ["currency", "l.currency", "coalesce(m.currency_low, l.currency)"],
    ["currency", "l.currency", "coalesce(m.currency_high, l.currency)"],
  ])}
  UNION ALL
  SELECT jsonb_build_object('provision', coalesce(p.id, m.cause_id)::text), f.figure, f.expected, f.found
  FROM loan_provision p FULL JOIN (${moved(
    `${sumOf("a.customer_id IS NULL AND purpose = 'loan_provision'")} AS added`,
    "('loan_provision')",
  )}) m ON m.cause_id = p.id
  ${differing("p.id", [
    ["record", "'one'", "CASE WHEN p.id IS NULL THEN 'none' ELSE 'one' END"],
    ["added", "p.added", "coalesce(m.added, 0)"],
    ["currency", "p.currency", "coalesce(m.currency_low, p.currency)"],
  ])}`;

/** A correction is the journal's that two operators decided, once; a grant the customer's own. */
const corrections = `
  SELECT jsonb_build_object('journal', m.cause_id::text) AS ids, f.figure, f.expected, f.found
  FROM (${moved("1 AS one", "('correction')")}) m
  LEFT JOIN proposal p ON p.id = m.cause_id AND p.kind = 'journal'
  ${differing("p.id", [
    ["record", "'one'", "CASE WHEN p.id IS NULL THEN 'none' ELSE 'one' END"],
    ["transfers", "1", "m.transfers"],
    ["currency", "p.input ->> 'currency'", "m.currency_low"],
  ])}
  UNION ALL
  SELECT jsonb_build_object('customer', m.cause_id::text), f.figure, f.expected, f.found
  FROM (${moved("count(DISTINCT a.currency) AS currencies", "('simulated_grant')")}) m
  LEFT JOIN customer c ON c.id = m.cause_id
  ${differing("c.id", [
    ["record", "'one'", "CASE WHEN c.id IS NULL THEN 'none' ELSE 'one' END"],
    ["customer", "c.id", "m.customer_low"],
    ["customer", "c.id", "m.customer_high"],
    ["transfers", "m.currencies", "m.transfers"],
  ])}`;

/** Another kind than those of `posting-legs.store.ts` belongs to no record. */
const kinds = `
  SELECT jsonb_build_object('transfer', min(transfer_id)::text) AS ids, 'kind' AS figure,
    'known' AS expected, kind AS found
  FROM ledger_posting
  WHERE kind NOT IN (${postingKinds.map((kind) => `'${kind}'`).join(", ")}) GROUP BY kind`;

export const recordChecks = [
  { name: "position", text: positions },
  { name: "stock_end", text: stockEnds },
  { name: "deposit", text: deposits },
  { name: "withdrawal", text: withdrawals },
  { name: "subscription", text: newShares },
  { name: "application", text: `${applications} UNION ALL ${blocks}` },
  { name: "following", text: followings },
  { name: "pool", text: pools },
  { name: "exchange", text: exchanges },
  { name: "loan", text: loans },
  { name: "lending", text: lendings },
  { name: "intraday", text: intradayTrades },
  { name: "correction", text: corrections },
  { name: "kind", text: kinds },
] as const;

export const countsText = `
  SELECT (SELECT count(*) FROM ledger_account) AS accounts,
    (SELECT count(*) FROM ledger_posting) AS postings, (SELECT count(*) FROM listed_position) AS positions,
    (SELECT count(*) FROM deposit) AS deposits, (SELECT count(*) FROM withdrawal) AS withdrawals,
    (SELECT count(*) FROM currency_exchange) AS exchanges, (SELECT count(*) FROM loan) AS loans`;
