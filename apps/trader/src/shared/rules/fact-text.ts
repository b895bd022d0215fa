import type { RuleVersionOnWire } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { fillText } from "@sanshi/web/fill-text";
import { fullDate } from "../calendar-date.ts";
import type { RulesTexts } from "../../texts/rules/jp.ts";

export type Fact = RuleVersionOnWire["facts"][number];

/** What a figure is called; a newer server's name stands as it is. */
export function factName({ name, bound }: Fact, { facts }: RulesTexts): string {
  return fillText(wordOf(facts, name), { bound: bound === null ? "" : grouped(bound) });
}

/** A figure's value with its unit, numbers grouped; of dates a list. */
export function factValue({ value, unit }: Fact, { words, units }: RulesTexts): string {
  switch (unit) {
    case "word":
    case "words":
      return value
        .split(" ")
        .map((key) => wordOf(words, key))
        .join(" · ");
    case "dates":
      return value.split(" ").map(fullDate).join("  ");
    default:
      return fillText(units[unit], { value: grouped(value) });
  }
}

export function wordOf(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key;
}

/** A number as the language groups it, with all its decimals; anything else as it is. */
function grouped(value: string): string {
  return /^\d+(?:\.\d+)?$/.test(value) ? displayDecimal(value, 0, 6) : value;
}
