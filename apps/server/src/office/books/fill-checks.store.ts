import { digitsOf, priceUnitsOf } from "./record-figures.store.ts";

const units = priceUnitsOf("f.market");

/**
 * A fill comes to its price times its shares, to less than one minor unit for each level that it was filled at, and its
 * fee to the sum of its items. What a merger exchanged comes to what was paid for it, fees among it, and is checked by
 * itself (`stock-end-checks.store.ts`).
 */
const fills = `
  SELECT jsonb_build_object('position', f.position_id::text, 'fill', f.number::text) AS ids, v.figure, v.expected, v.found
  FROM (SELECT fill.*, market, l.levels AS count, coalesce(l.value, price::numeric * fill.quantity) AS value,
      coalesce(l.quantity, fill.quantity) AS of_levels,
      (SELECT coalesce(round(sum((item ->> 'amount')::numeric * 10::numeric ^ ${digitsOf("upper(market)")})), 0)
        FROM json_array_elements(fee_items) item) AS of_items
    FROM fill JOIN position ON position.id = position_id
    LEFT JOIN LATERAL (SELECT count(*) AS levels, sum((level ->> 1)::bigint) AS quantity,
        sum((level ->> 0)::numeric * 10000 * (level ->> 1)::bigint) AS value
      FROM json_array_elements(fill.levels) level) l ON fill.levels IS NOT NULL) f
  CROSS JOIN LATERAL (VALUES
    ('amount', trunc(f.value / ${units})::text, f.amount::text,
      abs(f.amount::numeric * ${units} - f.value) >= ${units} * coalesce(f.count, 1)
        AND NOT EXISTS (SELECT FROM share_exchange x WHERE (x.position_id, x.number) = (f.position_id, f.number))
        AND NOT EXISTS (SELECT FROM share_exchange x WHERE x.new_position_id = f.position_id AND f.number = 0)),
    ('quantity', f.of_levels::text, f.quantity::text, f.of_levels <> f.quantity),
    ('fee', f.of_items::text, f.fee::text, f.of_items <> f.fee)) AS v (figure, expected, found, is_wrong)
  WHERE v.is_wrong`;

export const fillChecks = [{ name: "fill", text: fills }] as const;
