import { expect, it } from "vitest";
import { caseNumberIn } from "./case-number.ts";

it.each([
  ["ABCD-2345", "ABCD-2345"],
  ["abcd2345", "ABCD-2345"],
  [" ＡＢＣＤ－２３４５ ", "ABCD-2345"],
  ["ABCD–2345", "ABCD-2345"],
  ["ABCD-234", null],
  ["ABCD-23456", null],
  ["ABCD-2341", null],
  ["", null],
])("%j is %s", (typed, number) => expect(caseNumberIn(typed)).toBe(number));
