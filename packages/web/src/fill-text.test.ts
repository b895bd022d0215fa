import { expect, test } from "vitest";
import { fillText, findText } from "./fill-text.ts";

test("fills every gap, and leaves one without a value empty", () => {
  expect(fillText("{{low}} to {{high}}, {{low}}", { low: "1", high: 2 })).toBe("1 to 2, 1");
  expect(fillText("until {{time}}.", {})).toBe("until .");
});

test("what fills a gap is not read for gaps again", () => {
  expect(fillText("{{name}}", { name: "{{other}}", other: "x" })).toBe("{{other}}");
});

test("counts as the language counts", () => {
  const texts = { lots_one: "one lot", lots_other: "lots" };
  expect(findText(texts, "lots", 1, "en-US")).toBe("one lot");
  expect(findText(texts, "lots", "2", "en-US")).toBe("lots");
  expect(findText(texts, "lots", 1, "ja-JP")).toBe("lots");
});

test("a text without a plural takes a count as any other gap", () => {
  expect(findText({ rows: "{{count}}件" }, "rows", 3, "ja-JP")).toBe("{{count}}件");
});

test("answers null for a key that does not exist", () => {
  expect(findText({}, "absent", undefined, "en-US")).toBeNull();
});
