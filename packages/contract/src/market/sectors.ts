/** Keys of the industries; their names are texts of the apps. The simulated market draws by their order. */
export const sectorKeys = [
  "technology",
  "communication",
  "consumer_discretionary",
  "consumer_staples",
  "health_care",
  "financials",
  "industrials",
  "materials",
  "energy",
  "utilities",
  "real_estate",
] as const;
export type SectorKey = (typeof sectorKeys)[number];
