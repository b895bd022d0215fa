import { helpArticles } from "@sanshi/contract/constants";
import { helpTitles as titlesCn } from "@sanshi/contract/help-titles/cn";
import { helpTitles as titlesJp } from "@sanshi/contract/help-titles/jp";
import { helpTitles as titlesUs } from "@sanshi/contract/help-titles/us";
import { siteSettings, type SiteSettingName } from "@sanshi/contract/site-settings";
import { describe, expect, test } from "vitest";
import { fillText } from "@sanshi/web/fill-text";
import { help as cn } from "../../../texts/help/cn.ts";
import { help as jp } from "../../../texts/help/jp.ts";
import { help as us } from "../../../texts/help/us.ts";
import { amountRows, helpFigures, holds } from "./help-figures.ts";
import { searchHelp } from "./help-search.ts";

const languages = {
  jp: { ...jp, titles: titlesJp },
  cn: { ...cn, titles: titlesCn },
  us: { ...us, titles: titlesUs },
};

/** As a fresh instance answers it. */
const standard = (name: string) =>
  name in siteSettings
    ? siteSettings[name as SiteSettingName].text
    : ({ simulated: "true", market_hours: "always" }[name] ?? "");
const changed = (more: Record<string, string>) => (name: string) => more[name] ?? standard(name);

const textOf = (
  language: keyof typeof languages,
  id: (typeof helpArticles)[number],
  config = standard,
) => {
  const help = languages[language];
  return help.articles[id].body
    .filter(({ when }) => holds(when, config))
    .map(({ text }) => fillText(text, helpFigures(config, help)))
    .join("\n");
};

describe.each(["jp", "cn", "us"] as const)("help in %s", (language) => {
  test("says something on every page, with no gap left open and no figure of its own", () => {
    for (const id of helpArticles) {
      const text = textOf(language, id);
      expect(text, id).not.toBe("");
      expect(text, id).not.toMatch(/\{\{|NaN|undefined/);
      const typed = languages[language].articles[id].body.map((one) => one.text).join("\n");
      // What cannot be set: the end of a day, and around the clock.
      expect(typed.replaceAll(/24:00|24時間|24小时/g, ""), id).not.toMatch(/\d/);
    }
  });

  test("has the figures of this instance", () => {
    const config = changed({
      withdrawal_hours: "10:15-14:45",
      withdrawal_arrival_minutes: "95",
      bank_card_cooling_off_hours: "36",
      reset_hold_hours: "48",
    });
    expect(textOf(language, "withdrawal", config)).toContain("10:15–14:45");
    expect(textOf(language, "withdrawal_time", config)).toContain("95");
    const refused = textOf(language, "withdrawal_refused", config);
    expect(refused).toContain("36");
    expect(refused).toContain("48");
  });

  test("leaves out what is not so here", () => {
    const none = changed({ bank_card_cooling_off_hours: "0", reset_hold_hours: "0" });
    const lines = (config: typeof standard) =>
      textOf(language, "withdrawal_refused", config).split("\n").length;
    expect(lines(none)).toBe(lines(standard) - 2);
    const free = changed({ withdrawal_requires_no_positions: "off" });
    expect(lines(free)).toBe(lines(standard) - 1);
    expect(textOf(language, "sessions")).not.toBe(
      textOf(language, "sessions", changed({ market_hours: "exchange" })),
    );
    expect(textOf(language, "deposit")).not.toBe(
      textOf(language, "deposit", changed({ simulated: "false" })),
    );
  });
});

test("the amounts of a setting stand currency by currency", () => {
  expect(amountRows("JPY:10000,USD:0.01", "JPY:10000000000,USD:500000")).toEqual([
    { currency: "JPY", minimum: "10,000", maximum: "10,000,000,000" },
    { currency: "USD", minimum: "0.01", maximum: "500,000" },
  ]);
  expect(amountRows("", "")).toEqual([]);
});

describe("the search in help", () => {
  const found = (language: keyof typeof languages, query: string) => {
    const help = languages[language];
    const pages = helpArticles.map((id) => ({
      id,
      title: help.titles[id],
      words: help.articles[id].words,
      paragraphs: [textOf(language, id)],
    }));
    return searchHelp(pages, query).map(({ id }) => id);
  };

  test.each([
    ["jp", "出金", "withdrawal"],
    ["jp", "ﾛｽｶｯﾄ", "margin_call"],
    ["jp", "ろすかっと", "margin_call"],
    ["jp", "パスワード 忘れた", "password"],
    ["cn", "多久到账", "deposit_time"],
    ["cn", "忘记密码", "password"],
    ["us", "LIQUIDATION", "margin_call"],
    ["us", "cannot   sell", "sell_lock"],
    ["us", "2fa", "lost_factor"],
  ] as const)("in %s finds for “%s” the page %s", (language, query, id) => {
    expect(found(language, query)).toContain(id);
  });

  test("has pages whose title says it first, and none for what nobody wrote", () => {
    expect(found("us", "margin")[0]).toBe("margin_call");
    expect(found("us", "withdraw").slice(0, 3)).toContain("withdrawal");
    expect(found("us", "zebra")).toEqual([]);
    expect(found("us", " .,")).toEqual([]);
  });
});
