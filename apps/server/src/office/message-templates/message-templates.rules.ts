import {
  dayMs,
  fieldsOfTemplate,
  fillTemplate,
  isSentence,
  sentenceLanguages,
  templateAmountMax,
  templateDaysBack,
  templateDeadlineDays,
  templateFields,
  templateRecordFields,
  type SentenceLanguage,
  type TemplateDocument,
  type TemplateField,
  type TemplatePlace,
  type TemplateValues,
  type WrittenTexts,
} from "@sanshi/contract";
import { formatMinor, parseMinor, type Currency, type Minor } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { documentNames, shownAmount, shownDate } from "./written-fields.rules.ts";

type Said = Readonly<Record<SentenceLanguage, string>>;

/** What stands in the place of each field, in each language. */
export type Filling = Partial<Record<TemplateField, Said>>;

/** What the case's record says; nothing of it is the operator's. */
export type TemplateRecord = {
  at: number;
  amount: Minor | null;
  currency: Currency | null;
  caseNumber: string | null;
  document: TemplateDocument | null;
};

/** What a template leaves open; null where the languages differ in it, or where a field is none. */
export function fieldsOf(texts: WrittenTexts): TemplateField[] | "differ" | "unknown" {
  const all = sentenceLanguages.map((language) =>
    fieldsOfTemplate(`${texts[language].title}\n${texts[language].body}`),
  );
  const [first] = all;
  if (first === undefined || first === null || all.includes(null)) return "unknown";
  return all.every((fields) => String(fields) === String(first)) ? first : "differ";
}

type TemplateObjection =
  | "reason_not_a_sentence"
  | "template_field_unknown"
  | "template_fields_differ";

/** Why a template cannot be kept; null where nothing speaks against it. A title stays free of fields. */
export function objectToTemplate(
  place: TemplatePlace,
  texts: WrittenTexts,
): { code: TemplateObjection; params?: Record<string, string> } | null {
  const unfit = sentenceLanguages.find((language) => !isSentence(language, texts[language].body));
  if (unfit !== undefined) return { code: "reason_not_a_sentence", params: { language: unfit } };
  const titled = sentenceLanguages.some((language) => /[{}]/.test(folded(texts[language].title)));
  // A brace of full width would stand before the customer, with the field's name in it.
  const isWide = sentenceLanguages.some((language) => {
    const { body } = texts[language];
    return countOfBraces(folded(body)) !== countOfBraces(body);
  });
  const fields = fieldsOf(texts);
  if (titled || isWide || fields === "unknown") return { code: "template_field_unknown" };
  if (fields === "differ") return { code: "template_fields_differ" };
  return fields.every((field) => isOpenAt(place, field))
    ? null
    : { code: "template_field_unknown" };
}

function folded(text: string): string {
  return text.normalize("NFKC");
}

function countOfBraces(text: string): number {
  return text.match(/[{}]/g)?.length ?? 0;
}

/** A case's number is its record's: at a queue without one the field would be the operator's word for it. */
function isOpenAt(place: TemplatePlace, field: TemplateField): boolean {
  if (place === "conversation" || place === "customer") return true;
  const fromRecord: readonly TemplateField[] = templateRecordFields[place];
  return fromRecord.includes(field) || field === "due_day" || field === "document";
}

/**
 * The fields that need no look-up, from the record or from what the operator chose within bounds. `wrong` names the
 * first that is missing, out of bounds, given though the record says it, or not asked for.
 */
export function fillBounded(
  place: TemplatePlace,
  fields: readonly TemplateField[],
  values: TemplateValues,
  { record, now }: { record: TemplateRecord | null; now: number },
): { ok: true; filling: Filling } | { ok: false; wrong: TemplateField } {
  const filling: Filling = {};
  const ofRecord: readonly TemplateField[] = templateRecordFields[place];
  for (const field of templateFields) {
    const isFixed = record !== null && ofRecord.includes(field);
    const isAsked = fields.includes(field) && !isFixed;
    if ((values[field] !== undefined) !== isAsked) return { ok: false, wrong: field };
    if (!fields.includes(field) || field === "order" || field === "stock") continue;
    if (field === "case" && !isFixed) continue;
    const said = isFixed ? sayRecord(field, record) : sayChosen(field, values, now);
    if (said === null) return { ok: false, wrong: field };
    filling[field] = said;
  }
  return { ok: true, filling };
}

function sayRecord(field: TemplateField, record: TemplateRecord): Said | null {
  const { at, amount, currency, caseNumber, document } = record;
  // A loan's days are Tokyo's too.
  if (field === "date") return shownDate(localDate("jpy", at));
  if (field === "case") return caseNumber === null ? null : same(caseNumber);
  if (field === "document") return document === null ? null : documentNames[document];
  return amount === null || currency === null
    ? null
    : shownAmount(formatMinor(amount, currency), currency);
}

function sayChosen(field: TemplateField, values: TemplateValues, now: number): Said | null {
  switch (field) {
    case "amount":
      return sayAmount(values.amount);
    case "date":
      return sayDay(values.date, now, -templateDaysBack, 0);
    case "due_day":
      return sayDay(values.due_day, now, 0, templateDeadlineDays);
    case "document":
      return values.document === undefined ? null : documentNames[values.document];
    default:
      return null;
  }
}

function sayAmount(chosen: TemplateValues["amount"]): Said | null {
  if (chosen === undefined) return null;
  const { currency } = chosen;
  const amount = parseMinor(chosen.amount, currency);
  const maximum = parseMinor(String(templateAmountMax), currency) ?? 0n;
  const isBounded = amount !== null && amount > 0n && amount <= maximum;
  return isBounded ? shownAmount(formatMinor(amount, currency), currency) : null;
}

/**
 * Of a number that is typed outside a case the record has to hold an entry: its amount, on the day that is named beside
 * it or else within the days that can be named. Null where none is typed, or where it is out of bounds.
 */
export function claimedEntry(
  { amount: chosen, date }: TemplateValues,
  now: number,
): { currency: Currency; amount: Minor; from: number; to: number } | null {
  const amount = chosen === undefined ? null : parseMinor(chosen.amount, chosen.currency);
  if (chosen === undefined || amount === null) return null;
  const { currency } = chosen;
  const day = date === undefined ? null : Date.parse(date);
  return day === null
    ? { currency, amount, from: now - templateDaysBack * dayMs, to: now + dayMs }
    : { currency, amount, from: day - dayMs, to: day + 2 * dayMs };
}

/**
 * What a reader who has not signed in is not to learn: a number of another case opens that case, and orders and amounts
 * are the customer's own. Null where nothing of it was chosen.
 */
export function kept(values: TemplateValues, caseNumber: string): TemplateField | null {
  if (values.amount !== undefined) return "amount";
  if (values.order !== undefined) return "order";
  return values.case !== undefined && values.case !== caseNumber ? "case" : null;
}

/** Days of any zone of ours: a day more on either side than the calendar's. */
function sayDay(day: string | undefined, now: number, from: number, to: number): Said | null {
  if (day === undefined) return null;
  const days = (Date.parse(day) - now) / dayMs;
  return days >= from - 1 && days <= to + 1 ? shownDate(day) : null;
}

export function same(text: string): Said {
  return { jp: text, cn: text, us: text };
}

/** The template's texts as their customer reads them. */
export function filledTexts(texts: WrittenTexts, filling: Filling): WrittenTexts {
  const text = (language: SentenceLanguage) => {
    const values = Object.fromEntries(
      Object.entries(filling).map(([field, said]) => [field, said[language]]),
    );
    const { title, body } = texts[language];
    return { title, body: fillTemplate(body, values) };
  };
  return { jp: text("jp"), cn: text("cn"), us: text("us") };
}
