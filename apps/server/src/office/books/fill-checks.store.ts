import { priceUnitsPerMinor } from "@sanshi/money";
import { digitsOf } from "./record-figures.store.ts";

const units = `CASE upper(p.market) ${(["JPY", "USD", "CNY"] as const)
  .map((currency) => `WHEN '${currency}' THEN ${priceUnitsPerMinor(currency)}`)
  .join(" ")} END`;

/**
 * A fill comes to its price times its shares, to less than one minor unit for each level that it was filled at, and its
 * fee to the sum of its items. That the price was the market's is what `npm run verify-market` compares.
 */
const fills = `
  SELECT jsonb_build_object('position', p.id::text, 'fill', f.number::text) AS ids, v.figure, v.expected, v.found
  FROM fill f JOIN position p ON p.id = f.position_id
  CROSS JOIN LATERAL (SELECT count(*) AS levels,
      sum((level ->> 0)::numeric * 10000 * (level ->> 1)::bigint) AS value, sum((level ->> 1)::bigint) AS quantity
    FROM json_array_elements(coalesce(f.levels, '[]')) level) l
  CROSS JOIN LATERAL (SELECT coalesce(round(sum((item ->> 'amount')::numeric * 10::numeric ^ ${digitsOf("upper(p.market)")})), 0) AS fee
    FROM json_array_elements(f.fee_items) item) i
  CROSS JOIN LATERAL (VALUES
    ('amount', trunc(coalesce(l.value, f.price::numeric * f.quantity) / ${units})::text, f.amount::text,
      abs(f.amount::numeric * ${units} - coalesce(l.value, f.price::numeric * f.quantity))
        >= ${units} * greatest(l.levels, 1)),
    ('quantity', coalesce(l.quantity, f.quantity)::text, f.quantity::text,
      coalesce(l.quantity, f.quantity) <> f.quantity),
    ('fee', i.fee::text, f.fee::text, i.fee <> f.fee)) AS v (figure, expected, found, is_wrong)
  WHERE v.is_wrong`;

export const fillChecks = [{ name: "fill", text: fills }] as const;
