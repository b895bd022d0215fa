import { describe, expect, it } from "vitest";
import type { Minor } from "@sanshi/money";
import type { TemplateField, TemplatePlace, TemplateValues, WrittenTexts } from "@sanshi/contract";
import {
  fieldsOf,
  claimedEntry,
  filledTexts,
  fillBounded,
  kept,
  objectToTemplate,
  type TemplateRecord,
} from "./message-templates.rules.ts";

const texts = (tail: string, us = tail): WrittenTexts => ({
  jp: { title: "ご案内", body: `お手続きの結果をお知らせいたします。${tail}` },
  cn: { title: "通知", body: `我们将通知您办理的结果。${tail}` },
  us: { title: "Notice", body: `We will let you know the result soon. ${us}` },
});

describe("a template that is proposed", () => {
  it.each([
    ["without fields", "customer", texts(""), null],
    ["with fields of its place", "deposits", texts("{{amount}} {{date}} {{due_day}}"), null],
    ["of a field that is none", "customer", texts("{{phone}}"), "template_field_unknown"],
    ["with a brace left over", "customer", texts("{{amount}} {"), "template_field_unknown"],
    ["with other fields in English", "customer", texts("{{date}}", ""), "template_fields_differ"],
    ["of a stock at a deposit", "deposits", texts("{{stock}}"), "template_field_unknown"],
    ["with braces of full width", "deposits", texts("｛｛amount｝｝"), "template_field_unknown"],
    ["of a case at a withdrawal", "withdrawals", texts("{{case}}"), "template_field_unknown"],
  ] as const)("is taken or refused %s", (_name, place, written, code) => {
    expect(objectToTemplate(place, written)?.code ?? null).toBe(code);
  });

  it("is refused with a field in its title, and without a sentence in a language", () => {
    const titled = texts("");
    expect(
      objectToTemplate("customer", { ...titled, jp: { ...titled.jp, title: "{{amount}}" } })?.code,
    ).toBe("template_field_unknown");
    const english = { ...titled, cn: { title: "通知", body: "We will let you know soon." } };
    expect(objectToTemplate("customer", english)).toEqual({
      code: "reason_not_a_sentence",
      params: { language: "cn" },
    });
  });

  it("has the fields of its sentences in the order of the list", () => {
    expect(fieldsOf(texts("{{stock}} {{amount}} {{amount}}"))).toEqual(["amount", "stock"]);
  });
});

const now = Date.parse("2026-11-29T03:00:00Z");
const record: TemplateRecord = {
  at: Date.parse("2026-11-20T03:00:00Z"),
  amount: 123_456_700n as Minor,
  currency: "JPY",
  caseNumber: null,
  document: null,
};
const fill = (
  place: TemplatePlace,
  fields: readonly TemplateField[],
  values: TemplateValues,
  of: TemplateRecord | null = null,
) => fillBounded(place, fields, values, { record: of, now });

describe("what fills a template", () => {
  it("comes from the case's record, and an operator cannot say it otherwise", () => {
    const filled = fill("deposits", ["amount", "date"], {}, record);
    expect(filled).toMatchObject({
      ok: true,
      filling: { date: { jp: "2026年11月20日", us: "November 20, 2026" } },
    });
    const amount = { currency: "JPY", amount: "5" } as const;
    expect(fill("deposits", ["amount", "date"], { amount }, record)).toEqual({
      ok: false,
      wrong: "amount",
    });
  });

  it.each([
    ["an amount of nothing", { amount: { currency: "JPY", amount: "0" } }, "amount"],
    ["an amount below nothing", { amount: { currency: "JPY", amount: "-5" } }, "amount"],
    [
      "an amount as long as an account",
      { amount: { currency: "USD", amount: "100000001" } },
      "amount",
    ],
    [
      "more decimals than the currency has",
      { amount: { currency: "USD", amount: "1.234567" } },
      "amount",
    ],
    ["a day of another year", { date: "2024-11-29" }, "date"],
    ["a day to come where one was", { date: "2026-12-29" }, "date"],
    ["a deadline that is over", { due_day: "2026-11-20" }, "due_day"],
    ["a deadline in a year", { due_day: "2027-11-29" }, "due_day"],
  ] as const)("is refused with %s", (_name, values, field) => {
    expect(fill("customer", [field], values)).toEqual({ ok: false, wrong: field });
  });

  it("is refused where a field is missing, and where one is given that the text does not have", () => {
    expect(fill("customer", ["document"], {})).toEqual({ ok: false, wrong: "document" });
    expect(fill("customer", [], { document: "passport" })).toEqual({
      ok: false,
      wrong: "document",
    });
  });

  it("names the day of Tokyo on which a case began, where Greenwich has the day before", () => {
    const at = Date.parse("2026-11-19T23:30:00Z");
    expect(fill("deposits", ["date"], {}, { ...record, at })).toMatchObject({
      filling: { date: { jp: "2026年11月20日", cn: "2026年11月20日", us: "November 20, 2026" } },
    });
  });

  it("outside a case claims an entry of that amount, on the day beside it or within a year", () => {
    const amount = { currency: "USD", amount: "12.5" } as const;
    const day = 86_400_000;
    const date = Date.parse("2026-11-03");
    expect(claimedEntry({ amount, date: "2026-11-03" }, now)).toEqual({
      currency: "USD",
      amount: 1_250n,
      from: date - day,
      to: date + 2 * day,
    });
    expect(claimedEntry({ amount }, now)).toMatchObject({ from: now - 366 * day });
    expect(claimedEntry({ date: "2026-11-03" }, now)).toBeNull();
  });

  it("keeps orders, amounts and other cases from who reads by a case's number alone", () => {
    const amount = { currency: "USD", amount: "12.5" } as const;
    expect(kept({ order: "12" }, "ABCD-EFGH")).toBe("order");
    expect(kept({ amount }, "ABCD-EFGH")).toBe("amount");
    expect(kept({ case: "ABCD-EFGJ" }, "ABCD-EFGH")).toBe("case");
    expect(kept({ case: "ABCD-EFGH", due_day: "2026-12-01" }, "ABCD-EFGH")).toBeNull();
  });

  it("stands in each language as that language writes it, and grouped where it is an amount", () => {
    const filled = fill("customer", ["amount", "due_day", "document"], {
      amount: { currency: "JPY", amount: "12345678" },
      due_day: "2026-12-24",
      document: "passport",
    });
    const { filling } = filled as Extract<typeof filled, { ok: true }>;
    const written = texts("{{amount}}/{{due_day}}/{{document}}");
    const { jp, us } = filledTexts(written, filling);
    expect(jp.body).toContain("12,345,678 JPY/2026年12月24日/パスポート");
    expect(us.body).toContain("12,345,678 JPY/December 24, 2026/passport");
  });
});
