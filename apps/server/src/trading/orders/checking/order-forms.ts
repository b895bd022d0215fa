/** What a closing order asks for. */
export type ClosingForm = {
  kind: "market" | "limit";
  price: string | undefined;
  /** Undefined: everything that is left. */
  quantity: string | undefined;
  timeInForce: "day" | "until_cancelled";
};

/** What is to be changed of a working order; what is undefined stays as it is. */
export type ReplaceForm = {
  price: string | undefined;
  stopPrice: string | undefined;
  quantity: string | undefined;
};

/** The bracket as typed: undefined stays as it is, an empty text takes the price away. */
export type BracketForm = { takeProfit: string | undefined; stopLoss: string | undefined };
