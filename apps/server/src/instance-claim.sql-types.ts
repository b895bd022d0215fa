// Written by `npm run types` from the migrations and the statements: not by hand.

export type ClaimedKindsRow = {
  market_kind: "simulated" | "live";
  venue_kind: "simulated" | "live";
  rates_kind: "simulated" | "live";
};
