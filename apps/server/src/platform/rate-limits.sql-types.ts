// Written by `npm run types` from the migrations and the statements: not by hand.

export type AttemptsLeftRow = {
  tries: number;
};

export type CountAttemptRow = {
  tries: number;
  minutes: number | null;
};
