import { expect, it } from "vitest";
import { dateInWords } from "./date-in-words.ts";

it("has one form of a date in each language, whatever the machine's time zone is", () => {
  expect(dateInWords("2026-12-06")).toEqual({
    jp: "2026年12月6日",
    cn: "2026年12月6日",
    us: "December 6, 2026",
  });
});
