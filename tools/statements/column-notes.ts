/** What has to be known of a column by whoever reads it in a row. */
export const columnNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customer: {
    closing_barred_until: "The customer cannot close before; null where nothing bars it.",
  },
  customer_passkey: {
    confirm_by:
      "After a reset: until then it is used beside the new password, else it ends. Null where it is confirmed.",
    origin:
      "Scheme, name and port of the page that it was made on; null until its next use for an old one.",
  },
  fund_password_reset: {
    due_at:
      "From when it can be set anew without itself; null where nobody asked, or it was not used in time.",
  },
  margin_call: {
    ratio: "Hundredths of a per cent.",
  },
  market_pin: {
    pinned_at: "Milliseconds since the epoch.",
  },
  operator: {
    email: "The operator's address, for the back office alone.",
    totp_secret: "Sealed: a copy of the database makes no codes.",
  },
  operator_passkey: {
    origin:
      "Scheme, name and port of the page that it was made on; null until its next use for an old one.",
  },
  price_alert: {
    scale_of: "The moment whose prices the value is in.",
  },
  stock_offer: {
    code: "Empty for the whole market.",
  },
  withdrawal: {
    approved_at: "Approved and given to the bank; paid when the bank says so.",
    promised_by: "What the customer was told last; null of one that has ended long ago.",
  },
};
