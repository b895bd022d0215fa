// Written by `npm run types` from the migrations and the statements: not by hand.

export type NoteStepRow = {
  noted: boolean | null;
};

export type ReadTimesRow = {
  now: number;
  real: number;
  wall: number;
  vouched: number | null;
  step: number;
};
