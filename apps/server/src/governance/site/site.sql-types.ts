// Written by `npm run types` from the migrations and the statements: not by hand.

export type ConfigEntry = {
  name: string;
  value: string;
};

export type LeastSinceRow = {
  value: string;
};

export type MarketOfRow = {
  market_kind: "simulated" | "live";
};
