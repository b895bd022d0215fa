// Written by `npm run types` from the migrations and the statements: not by hand.

export type FindOneTimePasswordRow = {
  password_hash: string;
  second_half: Buffer;
};
