-- Payments that were left count for the person, on whichever of the person's accounts (decision 0099).
CREATE INDEX new_share_subscription_missed_by ON new_share_subscription (identity)
  WHERE identity IS NOT NULL AND status IN (5, 6);
