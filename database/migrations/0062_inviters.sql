-- Who came by which code, and which codes are a customer's: the back office shows both.
CREATE INDEX customer_invitation ON customer (invitation_code);
CREATE INDEX invitation_inviter ON invitation_code (inviter_customer_id)
  WHERE inviter_customer_id IS NOT NULL;
