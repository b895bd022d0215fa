-- An exit for a part of what an order opens may follow the best price (decision 0056): at an amount or at hundredths of
-- a per cent behind it, and then it has no price of its own.
ALTER TABLE order_exit
  ADD COLUMN trail_amount bigint CHECK (trail_amount > 0),
  ADD COLUMN trail_basis_points integer CHECK (trail_basis_points > 0),
  DROP CONSTRAINT order_exit_has_a_price,
  ADD CONSTRAINT order_exit_is_one_way CHECK (num_nonnulls(trail_amount, trail_basis_points) <= 1
    AND (num_nonnulls(take_profit, stop_loss) > 0) = (num_nonnulls(trail_amount, trail_basis_points) = 0));
