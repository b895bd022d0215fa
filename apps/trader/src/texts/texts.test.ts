import { describe, expect, test } from "vitest";
import { routes as allRoutes } from "../app/paths.ts";
import { refusalTexts as refusedCn, ruleTexts as rulesCn, texts as cn } from "./cn/index.ts";
import { refusalTexts as refusedJp, ruleTexts as rulesJp, texts as jp } from "./jp/index.ts";
import { help as helpCn } from "./help/cn.ts";
import { help as helpJp } from "./help/jp.ts";
import { help as helpUs } from "./help/us.ts";
import { legal as legalCn } from "./legal/cn.ts";
import { welcome as welcomeCn } from "./welcome/cn.ts";
import { legal as legalJp } from "./legal/jp.ts";
import { welcome as welcomeJp } from "./welcome/jp.ts";
import { legal as legalUs } from "./legal/us.ts";
import { welcome as welcomeUs } from "./welcome/us.ts";
import { refusalTexts as refusedUs, ruleTexts as rulesUs, texts as us } from "./us/index.ts";

const languages = {
  jp: {
    ...jp,
    refusals: refusedJp,
    rules: rulesJp,
    legal: legalJp,
    help: helpJp,
    welcome: welcomeJp,
  },
  cn: {
    ...cn,
    refusals: refusedCn,
    rules: rulesCn,
    legal: legalCn,
    help: helpCn,
    welcome: welcomeCn,
  },
  us: {
    ...us,
    refusals: refusedUs,
    rules: rulesUs,
    legal: legalUs,
    help: helpUs,
    welcome: welcomeUs,
  },
};

/** Sentences that may be empty: the words around links, where a language needs none. */
const mayBeEmpty = /agree_(?:before|between|after)$/;

describe.each(["cn", "us"] as const)("the texts in %s", (language) => {
  const japanese = flatten(languages.jp);
  const translated = flatten(languages[language]);

  test("have the same keys as the Japanese ones", () => {
    expect([...translated.keys()].toSorted()).toEqual([...japanese.keys()].toSorted());
  });

  test("have the same gaps as the Japanese ones", () => {
    for (const [key, text] of japanese) {
      expect(`${key}: ${gaps(translated.get(key) ?? "")}`).toBe(`${key}: ${gaps(text)}`);
    }
  });
});

describe.each(Object.keys(languages) as (keyof typeof languages)[])(
  "every text in %s",
  (language) => {
    const all = flatten(languages[language]);

    test("says something", () => {
      const empty = [...all].filter(([key, text]) => text.trim() === "" && !mayBeEmpty.test(key));
      expect(empty).toEqual([]);
    });

    test("has both forms of a plural", () => {
      const half = [...all.keys()].filter(
        (key) => key.endsWith("_one") && !all.has(key.replace(/_one$/, "_other")),
      );
      expect(half).toEqual([]);
    });

    test("is in its own language", () => {
      const foreign = { jp: /[们这请买卖]/, cn: /[\u3041-\u30f6]/, us: /[\u3041-\u30f6]/ }[
        language
      ];
      expect([...all].filter(([, text]) => foreign.test(text))).toEqual([]);
    });

    test("names every route", () => {
      const named = Object.keys(languages[language].routes);
      const expected = Object.values(allRoutes).filter((route) => route !== "/");
      expect(named.toSorted()).toEqual(expected.toSorted());
    });
  },
);

function flatten(tree: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree) as [string, unknown][]) {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") found.set(name, value);
    else if (typeof value === "object" && value !== null) {
      for (const [inner, text] of flatten(value, name)) found.set(inner, text);
    }
  }
  return found;
}

function gaps(text: string): string {
  const names = Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name);
  return [...new Set(names)].toSorted().join();
}
