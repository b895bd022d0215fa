import { expect, it } from "vitest";
import {
  moreRecordRemarks,
  recordFaults,
  recordNotices,
  recordSentence,
  type RecordRemark,
} from "./record-faults.ts";
import { recordTexts as cn } from "./record-texts/cn.ts";
import { recordTexts as jp } from "./record-texts/jp.ts";
import { recordTexts as us } from "./record-texts/us.ts";

const remark = (reason: RecordRemark["reason"], more: Partial<RecordRemark>): RecordRemark => ({
  ...{ reason, file: "7203.csv", line: 3, rows: 2, found: null, values: {} },
  ...more,
});

it.each([
  [
    us,
    "7203.csv: 2 rows left out, the first in line 3 (the date is missing or none; found 11/25/26; write days as 2026-11-24)",
  ],
  [
    jp,
    "7203.csv：3行目を最初に2行を除外（日付がないか、日付として読めません。該当箇所：11/25/26。日付を 2026-11-24 の形で書いてください）",
  ],
  [
    cn,
    "7203.csv：自第3行起共2行未采用（日期缺失或无法识别；原文：11/25/26；日期请写成 2026-11-24）",
  ],
])("says the file, the line, what was found and what to do: %#", (texts, sentence) => {
  expect(recordSentence(texts, remark("no_date", { found: "11/25/26" }))).toBe(sentence);
});

it("says where nothing stands, how many more there are, and a notice as one", () => {
  expect(recordSentence(us, remark("no_date", { found: "", line: 0 }))).toContain(
    "nothing stands there",
  );
  expect(recordSentence(us, remark("weekend", { rows: 1 }))).toMatch(/^1 row of a Saturday/);
  expect(moreRecordRemarks(us, { rows: 5, faults: 2 })).toBe(
    "5 more rows left out for 2 more files and reasons",
  );
});

const values = {
  ...{ missing: "M!", names: "N!", line: "L!", first: "F!", second: "S!", price: "P!", low: "W!" },
  ...{ high: "H!", needed: "E!", count: "C!", name: "A!", ticker: "K!" },
};
it.each([...recordFaults, ...recordNotices])("shows as much of %s in each language", (reason) => {
  const [inEnglish, ...others] = [us, jp, cn].map((texts) => {
    const sentence = recordSentence(texts, remark(reason, { found: "X!", values }));
    expect(sentence).not.toContain("{{");
    return (sentence.match(/[A-Z]!/g) ?? []).toSorted().join();
  });
  for (const other of others) expect(other).toBe(inEnglish);
});

it("takes what a file says for text, also where it looks like a gap", () => {
  expect(recordSentence(us, remark("no_date", { found: "{{file}}" }))).toContain("found {{file}};");
});
