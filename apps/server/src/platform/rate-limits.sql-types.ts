// Written by `npm run types` from the migrations and the statements: not by hand.

export type AttemptsLeftRow = {
  attempts: number;
};

export type CountAttemptRow = {
  attempts: number;
  minutes: number | null;
};

export type CountAttemptsRow = {
  key: string;
  attempts: number;
  minutes: number | null;
};
