import { expect, it } from "vitest";
import { lettersByBar } from "./event-marks.ts";

it("puts each event at the bar that it fell into, a letter once, and none before the first bar", () => {
  const events = [
    { at: 5, letter: "D" },
    { at: 25, letter: "E" },
    { at: 26, letter: "E" },
    { at: 29, letter: "D" },
    { at: 99, letter: "S" },
  ];
  expect([...lettersByBar([10, 20, 30], events)]).toEqual([
    [20, ["E", "D"]],
    [30, ["S"]],
  ]);
});
