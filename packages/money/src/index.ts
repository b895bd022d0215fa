export * from "./currency.ts";
export * from "./decimal.ts";
export * from "./display.ts";
export * from "./exchange-rate.ts";
export * from "./market.ts";
export * from "./notional.ts";
export * from "./rounding.ts";
export * from "./units.ts";
