// Written by `npm run types` from the migrations and the statements: not by hand.
import type { KeptHours } from "@sanshi/rulebook";

export type LoadPastSeedRow = {
  past_seed: string | null;
};

export type StoredPin = {
  feed: string;
  hours: KeptHours;
  past_seed: string;
  /** Milliseconds since the epoch. */
  pinned_at: number;
  secret_from: string | null;
  anchor: Buffer | null;
  commitment: Buffer | null;
  edition: number;
};
