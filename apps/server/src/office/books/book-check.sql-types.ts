// Written by `npm run types` from the migrations and the statements: not by hand.

export type CheckRunRow = {
  started_at: number;
  finished_at: number;
  checked: unknown;
  differences: unknown;
  difference_count: number;
};

export type DatabaseNowRow = {
  now: number;
};

export type PostedTransfersRow = {
  posted: bigint;
};

export type SettleRow = {
  backend: number | null;
  statement_timeout: string | null;
  work_mem: string | null;
  jit: string | null;
  workers: string | null;
};

export type SinceLastRunRow = {
  restedMs: number;
  workedMs: number;
};

export type TakeCheckLockRow = {
  taken: boolean | null;
};

export type WitnessedSinceRow = {
  applied_at: number;
};
