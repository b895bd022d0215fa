// Written by `npm run types` from the migrations and the statements: not by hand.

export type AnySealedKeyRow = {
  is_there: boolean;
};

export type SealedKeyRow = {
  sealed: Buffer;
};
