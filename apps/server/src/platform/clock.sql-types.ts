// Written by `npm run types` from the migrations and the statements: not by hand.

export type NoteStepRow = {
  noted: boolean | null;
};

export type ReadTimesRow = {
  real: number;
  wall: number;
  vouched: number | null;
  step: number;
};

export type VouchRow = {
  now: number | null;
};
