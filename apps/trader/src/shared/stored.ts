import { createStored } from "@sanshi/web/stored";

/** The specification's keys, to the letter, and optional ones of ours; the privacy page names each. */
export const storedKeys = {
  token: "tokend",
  account: "account",
  searchList: "searchList",
  language: "language",
  stock: "stock",
  theme: "theme",
  rise: "rise",
  country: "country",
  displayCurrency: "displayCurrency",
  entries: "entries",
  homeChoice: "homeChoice",
  firstSteps: "firstSteps",
  attempts: "attempts",
  positionsView: "positionsView",
  positionsSort: "positionsSort",
  config: "config",
  push: "push",
  heardRoots: "heardRoots",
} as const;

export const { readStored, writeStored, readStoredJson } = createStored(storedKeys);
