// Written by `npm run types` from the migrations and the statements: not by hand.

export type AppliedMigrationsRow = {
  name: string;
};

export type ClockStepsRow = {
  steps: number;
  correction_ms: number;
  noticed_at: number | null;
  stepped_ms: bigint | null;
  noticed_by: string | null;
};

export type DatabaseFiguresRow = {
  bytes: bigint | null;
  connections: number;
  connections_max: number | null;
  longest_transaction_seconds: number;
};

export type WaitingRow = {
  name: string;
  waiting: number;
  oldest_at: number | null;
};
