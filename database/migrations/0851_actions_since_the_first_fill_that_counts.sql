-- A position all of whose trades were busted begins again where its order is filled after all: what took effect between
-- the two is none of it. Its first fill is the first one that was not busted before it is held.
CREATE OR REPLACE VIEW position_action_due AS
SELECT p.id AS position_id, p.customer_id, a.id AS action_id
FROM position p JOIN corporate_action a ON a.market = p.market AND a.code = p.code
WHERE p.ended_at IS NULL
  AND a.effective_at > p.opened_at - interval '1 hour'
  AND a.effective_at > coalesce((SELECT f.quote_at FROM fill f WHERE f.position_id = p.id AND f.reverses IS NULL
      AND NOT EXISTS (SELECT FROM fill t
        WHERE t.position_id = p.id AND t.reverses = f.number AND t.filled_at < p.opened_at)
    ORDER BY f.number LIMIT 1), p.opened_at)
  AND NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = p.id AND d.action_id = a.id)
UNION ALL
SELECT o.id, o.customer_id, a.id
FROM trade_order o JOIN corporate_action a ON a.market = o.market AND a.code = o.code
WHERE o.purpose = 'open' AND o.position_id IS NULL AND o.ended_at IS NULL AND a.effective_at > o.placed_at
  AND CASE a.kind
    WHEN 'split' THEN NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = o.id AND d.action_id = a.id)
    ELSE o.market = 'usd' AND NOT o.do_not_reduce
      AND NOT EXISTS (SELECT FROM order_reduction r WHERE r.order_id = o.id AND r.action_id = a.id) END;
