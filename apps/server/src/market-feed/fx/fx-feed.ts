import type { RatesPerDollar } from "@sanshi/money";

/**
 * Mid rates of one moment, the same for everybody: nothing here knows a customer. `feed` and
 * `sequence` name them, and an exchange keeps both.
 */
type ReferenceRates = {
  feed: string;
  sequence: bigint;
  /** When they became the newest, milliseconds since the epoch on the app's clock. */
  at: number;
  perDollar: RatesPerDollar;
};

/** A source of reference rates. One adapter per source; the rest of the app knows only this. */
export type FxFeed = {
  name: string;
  kind: "simulated" | "live";
  /** The newest rates as of a moment; null where the source has none that old. */
  ratesAt(at: number): ReferenceRates | null;
};
