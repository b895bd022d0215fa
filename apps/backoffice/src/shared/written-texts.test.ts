import { expect, test } from "vitest";
import { emptyTexts, missingLanguages, trimTexts } from "./written-texts.ts";

const text = { title: "T", body: "B" };

test("a text is missing where its title or its body is", () => {
  expect(missingLanguages(emptyTexts)).toEqual(["jp", "cn", "us"]);
  expect(missingLanguages({ jp: text, cn: { title: "T", body: " " }, us: text })).toEqual(["cn"]);
  expect(missingLanguages({ jp: text, cn: text, us: text })).toEqual([]);
});

test("texts are sent without blanks around them, and with one kind of line end", () => {
  const typed = { title: " T ", body: "one\r\ntwo\n " };
  expect(trimTexts({ jp: typed, cn: text, us: text }).jp).toEqual({ title: "T", body: "one\ntwo" });
});
