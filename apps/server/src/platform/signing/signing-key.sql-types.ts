// Written by `npm run types` from the migrations and the statements: not by hand.

export type KnownKeysRow = {
  id: string;
  public_key: Buffer;
  since: number;
};
