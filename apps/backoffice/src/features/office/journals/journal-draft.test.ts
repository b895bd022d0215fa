import { describe, expect, test } from "vitest";
import {
  balance,
  cleanAmount,
  emptyDraft,
  freePurposes,
  type JournalDraft,
} from "./journal-draft.ts";

const draft = (more: Partial<JournalDraft>): JournalDraft => ({ ...emptyDraft, ...more });

describe("a journal's draft", () => {
  test("charges the house with what the customer gains", () => {
    expect(balance(draft({ amount: "1,500" }))?.postings).toEqual([
      { owner: "customer", purpose: "available", amount: "1500" },
      { owner: "house", purpose: "corrections", amount: "-1500" },
    ]);
  });

  test("gives the house what the customer loses", () => {
    expect(balance(draft({ currency: "USD", amount: "-0.05" }))?.postings).toEqual([
      { owner: "customer", purpose: "available", amount: "-0.05" },
      { owner: "house", purpose: "corrections", amount: "0.05" },
    ]);
  });

  test("leaves the rest to the last line", () => {
    const house = [
      { purpose: "fees", amount: "-300" },
      { purpose: "goodwill", amount: "ignored" },
    ] as const;
    const balanced = balance(draft({ amount: "1000", house }));
    expect(balanced?.house).toEqual([-300n, -700n]);
    const sum = balanced?.postings.reduce((total, { amount }) => total + BigInt(amount), 0n);
    expect(sum).toBe(0n);
  });

  test.each([
    ["nothing", draft({})],
    ["zero", draft({ amount: "0" })],
    ["no number", draft({ amount: "1e3" })],
    ["sen, which yen do not have", draft({ amount: "1.5" })],
    [
      "a line of the house that leaves nothing to the last",
      draft({
        amount: "100",
        house: [
          { purpose: "fees", amount: "-100" },
          { purpose: "goodwill", amount: "" },
        ],
      }),
    ],
    [
      "a line of the house that cannot be read",
      draft({
        amount: "100",
        house: [
          { purpose: "fees", amount: "x" },
          { purpose: "goodwill", amount: "" },
        ],
      }),
    ],
  ])("with %s is not balanced", (_, one) => {
    expect(balance(one)).toBeNull();
  });

  test("names each of the house's accounts once", () => {
    const house = [
      { purpose: "corrections", amount: "" },
      { purpose: "fees", amount: "" },
    ] as const;
    expect(freePurposes(draft({ house }), 1)).toEqual(["goodwill", "fees", "suspense"]);
  });
});

test.each([
  ["１，５００", "1500"],
  ["−20", "-20"],
  ["+7.5", "7.5"],
  [" 1 000 ", "1000"],
])("an amount typed as %j is read as %s", (typed, read) => {
  expect(cleanAmount(typed)).toBe(read);
});
