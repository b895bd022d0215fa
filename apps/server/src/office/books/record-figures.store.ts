import {
  currencies,
  marketKeys,
  minorDigits,
  priceUnitsPerMinor,
  settlementCurrency,
} from "@sanshi/money";

/** What of a kind was moved for each record, and for whom: one customer, in one currency. */
export const moved = (columns: string, kinds: string) => `
  SELECT p.cause_id, min(a.customer_id) AS customer_low, max(a.customer_id) AS customer_high,
    min(a.currency) AS currency_low, max(a.currency) AS currency_high,
    count(DISTINCT p.transfer_id) AS transfers, ${columns}
  FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
  WHERE p.kind IN ${kinds} GROUP BY p.cause_id`;

export const sumOf = (condition: string) =>
  `coalesce(sum(p.amount) FILTER (WHERE ${condition}), 0)`;

/** The figures of a record that are not what they have to be; without a record that alone is said. */
export function differing(record: string, figures: readonly Figure[]): string {
  const values = figures.map(
    ([name, expected, found]) => `('${name}', (${expected})::text, (${found})::text)`,
  );
  const wrong = figures.map(([, expected, found]) => `(${expected}) IS DISTINCT FROM (${found})`);
  return `
  CROSS JOIN LATERAL (VALUES ${values.join(",\n    ")}) AS f (figure, expected, found)
  WHERE (${wrong.join("\n    OR ")})
    AND f.expected IS DISTINCT FROM f.found AND (${record} IS NOT NULL OR f.figure = 'record')`;
}

/** Its name, what it has to be, and what it is, as SQL. */
export type Figure = readonly [name: string, expected: string, found: string];

export const theirs = (record: string): Figure[] => [
  ["record", "'one'", `CASE WHEN ${record}.id IS NULL THEN 'none' ELSE 'one' END`],
  ["customer", `${record}.customer_id`, `coalesce(m.customer_low, ${record}.customer_id)`],
  ["customer", `${record}.customer_id`, `coalesce(m.customer_high, ${record}.customer_id)`],
];

/** How many units of a price a minor unit of the currency has in which a market settles, whose key is in a column. */
export function priceUnitsOf(column: string): string {
  const cases = marketKeys.map(
    (market) => `WHEN '${market}' THEN ${priceUnitsPerMinor(settlementCurrency(market))}`,
  );
  return `(CASE ${column} ${cases.join(" ")} END)::numeric`;
}

/** How many decimals a currency has, whose code is in a column. */
export function digitsOf(column: string): string {
  const cases = currencies.map((currency) => `WHEN '${currency}' THEN ${minorDigits(currency)}`);
  return `CASE ${column} ${cases.join(" ")} END`;
}
