// Written by `npm run types` from the migrations and the statements: not by hand.

export type IsAnybodyToTellRow = {
  is_anybody: boolean;
};
