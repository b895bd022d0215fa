// Written by `npm run types` from the migrations and the statements: not by hand.

export type BeaconDueRow = {
  id: bigint;
  terms: unknown;
};

export type CheckpointsRow = {
  checkpoints: unknown;
};

export type ClaimDelayRow = {
  id: bigint;
  terms_hash: string;
  root: string | null;
  delay: number | null;
  checkpoints: unknown;
};

export type DueRow = {
  due: boolean;
};

export type RootDueRow = {
  id: bigint;
};

export type SetBeaconRow = {
  id: bigint;
};

export type SetDrawnRow = {
  id: bigint;
};

export type SetRootRow = {
  id: bigint;
};

export type ToDrawRow = {
  id: bigint;
};
