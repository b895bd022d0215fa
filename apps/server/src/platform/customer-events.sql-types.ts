// Written by `npm run types` from the migrations and the statements: not by hand.

export type LookForOthersRow = {
  others: boolean;
};

export type OthersChangedRow = {
  due: boolean;
};
