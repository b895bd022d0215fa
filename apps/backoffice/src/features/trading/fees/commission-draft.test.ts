import { describe, expect, it, test } from "vitest";
import {
  draftOf,
  exampleFees,
  isReplacing,
  plain,
  readDraft,
  type CommissionDraft,
  type Fees,
} from "./commission-draft.ts";

const fees: Fees = {
  type: "cny",
  currency: "CNY",
  date: "2026-11-20",
  earliest: "2026-11-21",
  latest: "2027-11-21",
  ceiling: { rate: "0.3", minimum: "5.00", rule: "sse_commission_ceiling", source: "law" },
  commission: { rate: "0", minimum: "0.00", maximum: null, since: null },
  decisions: [],
  statutory: [],
  pending: null,
};
const sound: CommissionDraft = { from: "2026-12-01", rate: "0.025", minimum: "5", maximum: "" };

const operator = { id: "1", email: "a@sanshi.example" };
const planned: Fees["decisions"][number] = {
  id: "1",
  valid_from: "2026-12-01",
  state: "planned",
  note: "",
  commission: { rate: "0.03", minimum: "5.00", maximum: "100.00" },
  proposed_by: operator,
  approved_by: operator,
  decided_at: "2026-11-20T01:00:00.000Z",
};

test("a change begins with what holds today, or with what is planned", () => {
  expect(draftOf(fees)).toEqual({ from: "2026-11-21", rate: "0", minimum: "0.00", maximum: "" });
  const draft = draftOf({ ...fees, decisions: [planned] });
  expect(draft).toEqual({ from: "2026-12-01", rate: "0.03", minimum: "5.00", maximum: "100.00" });
  expect(isReplacing({ ...fees, decisions: [planned] }, draft)).toBe(true);
  expect(isReplacing({ ...fees, decisions: [planned] }, { ...draft, from: "2026-12-02" })).toBe(
    false,
  );
});

describe("what was typed", () => {
  it("is read as numbers, full width and with separators too", () => {
    expect(
      readDraft(fees, { ...sound, rate: "０．０２５ %", maximum: "1,000" }).commission,
    ).toEqual({
      validFrom: "2026-12-01",
      rate: 250n,
      minimumMinor: 500n,
      maximumMinor: 100_000n,
    });
    expect(plain(" 1,000.5 ")).toBe("1000.5");
  });

  it.each<[Partial<CommissionDraft>, string[]]>([
    [{ from: "2026-11-20" }, ["from"]],
    [{ from: "" }, ["from"]],
    [{ from: "2027-11-22" }, ["from"]],
    [{ rate: "0.3001" }, ["rate"]],
    [{ rate: "0.00001" }, ["rate"]],
    [{ rate: "" }, ["rate"]],
    [{ minimum: "5.01" }, ["minimum"]],
    [{ minimum: "-1" }, ["minimum"]],
    [{ maximum: "4.99" }, ["maximum"]],
    [{ maximum: "x" }, ["maximum"]],
    [{ minimum: "0", maximum: "0" }, ["maximum"]],
  ])("%j is wrong in %j", (changed, faults) => {
    expect(readDraft(fees, { ...sound, ...changed }).faults).toEqual(faults);
  });
});

describe("the example", () => {
  it("shows what a trade costs today and then, with the statutory fees", () => {
    expect(exampleFees(fees, sound, { value: "10000", shares: "100" })).toEqual({
      now: { commission: "0.00", buy: "0.64", sell: "5.64" },
      then: { commission: "5.00", buy: "5.64", sell: "10.64" },
    });
  });

  it("is none without a value or with a fault", () => {
    expect(exampleFees(fees, sound, { value: "", shares: "100" })).toBeNull();
    expect(exampleFees(fees, sound, { value: "100", shares: "0" })).toBeNull();
    expect(exampleFees(fees, { ...sound, rate: "9" }, { value: "1", shares: "1" })).toBeNull();
  });
});
