import { describe, expect, it } from "vitest";
import { withdrawalSteps } from "./withdrawal-steps.ts";

const states = (
  codes: Parameters<typeof withdrawalSteps>[0]["obstacles"][number]["code"][],
  known: { verification: number | null; cards: number } = { verification: 2, cards: 1 },
  requires_no_positions = true,
) =>
  Object.fromEntries(
    withdrawalSteps(
      { obstacles: codes.map((code) => ({ code })), requires_no_positions },
      known,
    ).map(({ code, state }) => [code, state]),
  );

describe("what is still to do before a withdrawal", () => {
  it("is one list, in order, in which what is done stays", () => {
    expect(
      Object.entries(states(["fund_password_not_set"], { verification: 2, cards: 0 })),
    ).toEqual([
      ["not_verified", "done"],
      ["fund_password_not_set", "to_do"],
      ["card_not_found", "to_do"],
      ["positions_held", "done"],
    ]);
  });

  it.each([
    [null, "to_do"],
    [0, "to_do"],
    [1, "in_review"],
    [3, "failed"],
  ])("says of a verification in the state %s: %s", (verification, state) => {
    expect(states(["not_verified"], { verification, cards: 1 })).toMatchObject({
      not_verified: state,
    });
  });

  it("names what bars it besides, and tells what passes by itself from what is to be done", () => {
    expect(
      states(["withdrawals_closed", "unpaid_debt", "reset_hold", "positions_held"]),
    ).toMatchObject({
      withdrawals_closed: "waits",
      unpaid_debt: "to_do",
      reset_hold: "waits",
      positions_held: "to_do",
    });
  });

  it("leaves positions out where they bar nothing", () => {
    expect(states([], { verification: 2, cards: 1 }, false)).not.toHaveProperty("positions_held");
  });
});
