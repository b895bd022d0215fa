// Written by `npm run types` from the migrations and the statements: not by hand.

export type FindPaymentRow = {
  bank_id: string;
};

export type InsertImportRow = {
  id: bigint;
};

export type InsertMovementsRow = {
  id: bigint;
  bank_id: string;
};
