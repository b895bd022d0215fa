import { expect, it } from "vitest";
import { framedWords, neverAsked, wordsWithin } from "./own-words.ts";
import { reasonTexts as cn } from "./reason-texts/cn.ts";
import { reasonTexts as jp } from "./reason-texts/jp.ts";
import { reasonTexts as us } from "./reason-texts/us.ts";

const own = { jp: "資料が届いていません", cn: "尚未收到资料", us: "The papers are missing" };

it.each(["jp", "cn", "us"] as const)("frames own words in %s, and finds them again", (language) => {
  const text = framedWords(own)[language];
  expect(text).toContain(neverAsked[language]);
  expect(wordsWithin(text)).toBe(own[language]);
});

it("finds what an earlier release sent, and nothing in what the system says", () => {
  for (const texts of [jp, cn, us]) {
    expect(wordsWithin(`${texts.other} ${own.us}`)).toBe(own.us);
    const { other: _, ...codes } = texts;
    expect(Object.values(codes).map(wordsWithin)).toEqual(Object.values(codes).map(() => null));
  }
});

it("keeps what is written like the end of a frame within it", () => {
  const closing = `Pay.” (${neverAsked.us}) Send it now`;
  expect(wordsWithin(framedWords({ ...own, us: closing }).us)).toBe(closing);
});
