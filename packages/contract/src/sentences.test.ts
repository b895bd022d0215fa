import { describe, expect, it } from "vitest";
import { readReason } from "./reason-codes.ts";
import { isSentence, saysSomething, type SentenceLanguage } from "./sentences.ts";

describe("a reason", () => {
  it.each([
    "",
    ".",
    "...",
    "aaa",
    "aaaaaaaaaaaa",
    "abababababab",
    "x y z",
    "123456789",
    "ok",
    "。。。",
    "ああああああ",
  ])("%j says nothing", (text) => {
    expect(saysSomething(text)).toBe(false);
  });

  it.each([
    "Blurred photo",
    "The receipt is not ours",
    "写真が不鮮明",
    "照片模糊",
    "Zahlung doppelt",
  ])("%j says something", (text) => {
    expect(saysSomething(text)).toBe(true);
  });

  it("is a code, or the operator's own words, and never a sign", () => {
    expect(readReason("deposits", "payer_differs")).toEqual({
      ok: true,
      reason: { code: "payer_differs", words: "" },
    });
    expect(readReason("deposits", " The receipt is not ours ")).toEqual({
      ok: true,
      reason: { code: "other", words: "The receipt is not ours" },
    });
    expect(readReason("deposits", " ")).toEqual({ ok: false, code: "reason_required" });
    expect(readReason("deposits", "other")).toEqual({ ok: false, code: "reason_required" });
    expect(readReason("deposits", ".")).toEqual({ ok: false, code: "reason_says_nothing" });
    // Another queue's code is no sentence that a customer could read.
    expect(readReason("deposits", "goodwill")).toEqual({
      ok: true,
      reason: { code: "other", words: "goodwill" },
    });
  });
});

describe("a sentence", () => {
  it.each<[SentenceLanguage, string]>([
    ["jp", "価格の配信に障害があります。"],
    ["cn", "行情数据出现异常，正在核查。"],
    ["us", "Our price feed has a fault."],
  ])("of %s is one: %s", (language, text) => {
    expect(isSentence(language, text)).toBe(true);
  });

  it.each<[SentenceLanguage, string]>([
    ["jp", "."],
    ["jp", "Our price feed has a fault."],
    ["jp", "行情数据出现异常，正在核查。"],
    ["jp", "障害です"],
    ["cn", "価格の配信に障害があります。"],
    ["cn", "Our price feed has a fault."],
    ["cn", "故障"],
    ["us", "aaa aaa aaa aaa aaa aaa"],
    ["us", "Fault"],
    ["us", "価格の配信に障害があります。"],
  ])("of %s is none: %s", (language, text) => {
    expect(isSentence(language, text)).toBe(false);
  });
});
