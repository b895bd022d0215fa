// Written by `npm run types` from the migrations and the statements: not by hand.

export type KnownProspectusRow = {
  sha256: string;
};

export type PublicProspectusRow = {
  id: bigint;
};
