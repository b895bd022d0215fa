// Written by `npm run types` from the migrations and the statements: not by hand.

export type StoredActivity = {
  id: bigint;
  kind: string;
  params: Record<string, string>;
  happened_at: number;
};
