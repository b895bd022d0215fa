import { expect, test } from "vitest";
import { toldParams } from "./told-params.ts";

const told = (params: Record<string, string>) =>
  toldParams(params, "us", (prefix, code) => `${prefix}${code}`);

test.each([
  ["a look", { who: "operator", what: "postings" }, "viewed_postings"],
  [
    "a change of state, with the reason in the operator's language",
    {
      who: "operator",
      what: "state_frozen",
      before: "active",
      after: "frozen",
      why: "other",
      why_us: "Why",
      why_jp: "理由",
    },
    "state_active → state_frozen · Why",
  ],
  [
    "a correction",
    { what: "journal_posted", amount: "+1500", currency: "JPY", why_us: "An error" },
    "viewed_journal_posted · +1,500.00 JPY · An error",
  ],
  ["a sign-in", { device: "iPhone · Safari" }, "iPhone · Safari"],
  ["a price alert", { name_us: "Toyota", name_jp: "トヨタ", price: "2400" }, "Toyota · 2400"],
  [
    "a look at a case",
    { who: "operator", what: "case", queue: "customer-states" },
    "viewed_case · queue_customer_states",
  ],
  ["a message about the state", { state: "frozen", why_us: "Why" }, "state_frozen · Why"],
  ["nothing", {}, ""],
] as const)("%s tells its facts", (_, params, expected) => {
  expect(told(params)).toBe(expected);
});
