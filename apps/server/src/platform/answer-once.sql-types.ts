// Written by `npm run types` from the migrations and the statements: not by hand.

export type FindAnswerRow = {
  is_same: boolean | null;
  answer: unknown;
};

export type FindAnswersRow = {
  place: number | null;
  customer_id: bigint;
  is_same: boolean | null;
  answer: unknown;
};
