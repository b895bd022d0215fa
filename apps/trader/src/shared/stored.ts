import { createStored } from "@sanshi/web/stored";

/** The specification's keys, to the letter, and optional ones of ours. */
export const { readStored, writeStored, readStoredJson } = createStored({
  token: "tokend",
  account: "account",
  searchList: "searchList",
  language: "language",
  stock: "stock",
  theme: "theme",
  rise: "rise",
  firstSteps: "firstSteps",
  attempts: "attempts",
  positionsView: "positionsView",
});
