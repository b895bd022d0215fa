import type { Texts } from "../../jp/index.ts";

export const customerStates: Texts["customerStates"] = {
  title: "Restrictions to lift or renew",
  account: "Account",
  before: "State now",
  after: "After",
  proposer: "Proposed by",
  changes: "What would change",
  empty: "No restrictions are waiting to be lifted.",
};
