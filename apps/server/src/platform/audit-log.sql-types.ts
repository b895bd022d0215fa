// Written by `npm run types` from the migrations and the statements: not by hand.

export type AppendWithinRow = {
  number: bigint;
  hash: Buffer;
  log: string;
  at: number;
};

export type ReadAuditHeadRow = {
  log: string;
  number: bigint;
  hash: Buffer;
};
