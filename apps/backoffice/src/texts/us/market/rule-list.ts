import type { Texts } from "../../jp/index.ts";

export const ruleList: Texts["ruleList"] = {
  title: "Market rules",
  count: "{{open}} of {{all}} unconfirmed",
  show_all: "Show all",
  market: "Market",
  rule: "Rule",
  since: "In force since",
  since_unknown: "before {{date}}; first day not known",
  since_older: "before the record",
  state: "State",
  confirmed: "Confirmed",
  unconfirmed: "Unconfirmed",
  source: "Source, and what it leaves open",
  failed: "The rules could not be loaded.",
};
