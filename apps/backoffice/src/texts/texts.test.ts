import {
  customerStates,
  messageKinds,
  operatorCalls,
  permissions,
  recordKinds,
  recordPurposes,
} from "@sanshi/contract";
import { operatorRefusalTexts as refusalsCn } from "@sanshi/contract/operator-refusal-texts/cn";
import { operatorRefusalTexts as refusalsJp } from "@sanshi/contract/operator-refusal-texts/jp";
import { operatorRefusalTexts as refusalsUs } from "@sanshi/contract/operator-refusal-texts/us";
import { describe, expect, test } from "vitest";
import * as cn from "./cn/index.ts";
import * as jp from "./jp/index.ts";
import * as us from "./us/index.ts";

const languages = { jp, cn, us };
const operatorRefusals = { jp: refusalsJp, cn: refusalsCn, us: refusalsUs };
type Name = keyof typeof languages;

function flatten(language: Name): Map<string, string> {
  const { texts, reasons, record } = languages[language];
  // The refusals that both apps share are held together by the customers' app.
  const spaces = Object.entries({
    ...texts,
    reasons,
    record,
    refusals: operatorRefusals[language],
  });
  return new Map(
    spaces.flatMap(([space, sentences]) =>
      Object.entries(sentences).map(([key, text]) => [`${space}.${key}`, text] as const),
    ),
  );
}

const gaps = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted().join();

describe.each(["cn", "us"] as const)("the texts in %s", (language) => {
  const japanese = flatten("jp");
  const translated = flatten(language);

  test("have the same keys and gaps as the Japanese ones", () => {
    expect([...translated.keys()].toSorted()).toEqual([...japanese.keys()].toSorted());
    for (const [key, text] of japanese) {
      expect(`${key}: ${gaps(translated.get(key) ?? "")}`).toBe(`${key}: ${gaps(text)}`);
    }
  });
});

describe.each(Object.keys(languages) as Name[])("every text in %s", (language) => {
  const all = flatten(language);

  test("says something, and both forms of a plural are there", () => {
    expect([...all].filter(([, text]) => text.trim() === "")).toEqual([]);
    const half = [...all.keys()].filter(
      (key) => key.endsWith("_one") && !all.has(key.replace(/_one$/, "_other")),
    );
    expect(half).toEqual([]);
  });

  test("is in its own language", () => {
    const foreign = { jp: /[们这请买卖]/, cn: /[\u3041-\u30f6]/, us: /[\u3041-\u30f6]/ }[language];
    expect([...all].filter(([, text]) => foreign.test(text))).toEqual([]);
  });

  test("has a word for every code that the wire can send", () => {
    const wanted = [
      ...customerStates.map((state) => `words.state_${state}`),
      ...recordKinds.map((kind) => `words.kind_${kind}`),
      ...recordPurposes.map((purpose) => `words.purpose_${purpose}`),
      ...messageKinds.map((kind) => `words.message_${kind}`),
      ...permissions.map((permission) => `permissions.${permission}`),
      ...Object.keys(operatorCalls).flatMap((path) => {
        const queue = /^\/api\/ops\/([^/]+)\/:id\/decision$/.exec(path)?.[1];
        return queue === undefined ? [] : [`words.queue_${queue.replaceAll("-", "_")}`];
      }),
      ...[0, 1, 2, 3, 4, 5, 6].map((status) => `words.position_${status}`),
    ];
    expect(wanted.filter((key) => !all.has(key))).toEqual([]);
  });
});
