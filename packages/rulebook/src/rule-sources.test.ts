import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isOfficial, publishers, type PublisherKind } from "./data/publishers.ts";
import { sources, type Source } from "./data/sources.ts";
import { beforeRecords, cited, ruleParams, type RuleReference } from "./rule-reference.ts";
import { auctionTimes } from "./data/auctions.ts";
import { mainlandLimits } from "./data/price-limits.ts";
import { price } from "@sanshi/money";
import { chinaNextDay } from "./data/exchange-rules.ts";
import { interestRates, marginRules } from "./margin.ts";
import { shortSelling } from "./short-selling.ts";
import { tickSize } from "./tick-sizes.ts";
import { dated } from "./dated.ts";

const folder = import.meta.dirname;

/** The program's own files, without tests. */
const files = ["", "data"].flatMap((inner) =>
  readdirSync(join(folder, inner))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, inner, name)),
);

/** Every reference that stands in the rulebook's tables, each once. */
async function references(): Promise<readonly RuleReference[]> {
  const found = new Set<RuleReference>();
  const walk = (tree: unknown): void => {
    if (typeof tree !== "object" || tree === null) return;
    if ("rule" in tree && "sources" in tree) found.add(tree as RuleReference);
    else for (const inner of Object.values(tree)) walk(inner);
  };
  for (const file of files) walk(await import(file));
  return [...found];
}

function isOfPublisher({ publisher, address }: Source): boolean {
  if (address === null) return true;
  const hosts: readonly string[] = publishers[publisher].hosts;
  return hosts.includes(new URL(address).hostname);
}

describe("a source", () => {
  it("lies at its publisher's own address", () => {
    const list: readonly Source[] = Object.values(sources);
    expect(list.filter((text) => !isOfPublisher(text))).toEqual([]);
    const music = { ...sources.sse2026, address: "http://musicbyscottsmith.com/onzubifyam.html" };
    expect(isOfPublisher(music)).toBe(false);
  });

  it("stands in the list alone: no other file of the rulebook names an address", () => {
    const named = files.filter((file) => readFileSync(file, "utf8").includes("://"));
    expect(named.map((file) => file.slice(folder.length + 1))).toEqual(["data/sources.ts"]);
  });

  it("is named by some rule", () => {
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    const idle = Object.keys(sources).filter(
      (key) => !new RegExp(`sources\\.${key}\\b`).test(text),
    );
    expect(idle).toEqual([]);
  });
});

describe("a rule", () => {
  it("is confirmed by an exchange's, regulator's, lawmaker's or clearing house's text alone", async () => {
    const all = await references();
    expect(all.length).toBeGreaterThan(140);
    for (const { confirmed, sources: texts, rule } of all) {
      expect(texts.length, rule).toBeGreaterThan(0);
      const isOfficialText = texts.some(({ publisher }) => isOfficial(publisher));
      expect(!confirmed || isOfficialText, rule).toBe(true);
    }
  });

  it("that only a broker or nobody tells is not confirmed, whatever is claimed", () => {
    expect(cited("r", "2020-01-01", sources.sbiOrders).confirmed).toBe(false);
    expect(cited("r", "2020-01-01", sources.generalKnowledge).confirmed).toBe(false);
    expect(cited("r", "2020-01-01", []).confirmed).toBe(false);
    expect(cited("r", "2020-01-01", sources.sse2026).confirmed).toBe(true);
    const open = cited("r", "2020-01-01", sources.sse2026, { unconfirmed: "its rounding" });
    expect(open).toMatchObject({
      confirmed: false,
      source: expect.stringContaining("its rounding"),
    });
  });

  it("leaves open what brokers alone say: lines of margin calls, and rates of interest", () => {
    const margin = marginRules("cny", "2026-11-27").reference;
    expect(margin.confirmed).toBe(false);
    expect(margin.source).toMatch(/130 %, 150 % and 110 % .* brokers' terms/);
    for (const market of ["jpy", "usd", "cny"] as const) {
      expect(interestRates(market, "2026-11-27").reference).toMatchObject({ confirmed: false });
    }
  });

  it("of New York's tick names the order that put the half cent off to November 2027", () => {
    const { reference } = tickSize({
      ...{ market: "usd", tickClass: "standard", date: "2026-11-27", price: price(100_000n) },
    });
    const dates = reference.sources.map(({ date }) => date);
    expect(dates).toContain("2026-06-11");
  });

  it("without a known first day says by when it was in force", async () => {
    for (const { validFrom, inForceBefore, isFirstDayConfirmed } of await references()) {
      expect(inForceBefore === null).toBe(validFrom !== beforeRecords);
      expect(isFirstDayConfirmed && validFrom === beforeRecords).toBe(false);
      if (inForceBefore !== null) expect(inForceBefore).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it("rests on an official text more often than not", async () => {
    const counts = new Map<PublisherKind, { confirmed: number; unconfirmed: number }>();
    for (const { sources: texts, confirmed } of await references()) {
      const [text] = texts;
      const kind = publishers[text?.publisher ?? "generalKnowledge"].kind;
      const count = counts.get(kind) ?? { confirmed: 0, unconfirmed: 0 };
      count[confirmed ? "confirmed" : "unconfirmed"] += 1;
      counts.set(kind, count);
    }
    expect(counts.get("general_knowledge")?.confirmed).toBe(0);
    expect(counts.get("broker")?.confirmed).toBe(0);
    const all = [...counts.values()];
    const confirmed = all.reduce((sum, count) => sum + count.confirmed, 0);
    const unconfirmed = all.reduce((sum, count) => sum + count.unconfirmed, 0);
    expect(confirmed).toBeGreaterThan(unconfirmed);
  });
});

describe("a refusal", () => {
  it("names its rule's text with publisher, day and address", () => {
    expect(ruleParams(cited("r", "2026-07-06", sources.sse2026))).toEqual({
      rule: "r",
      since: "2026-07-06",
      since_confirmed: "true",
      rule_source: expect.stringMatching(/^SSE Trading Rules \(2026\).*https:/),
      rule_confirmed: "true",
      rule_title: "SSE Trading Rules (2026), 上证发〔2026〕41号",
      rule_publisher: "sse",
      rule_publisher_name: "Shanghai Stock Exchange",
      rule_publisher_kind: "exchange",
      rule_text_date: "2026-04-24",
      rule_address: sources.sse2026.address,
    });
  });

  it("names the text of the exchange on which the share is listed, where it is among the rule's", () => {
    const limit = mainlandLimits.main[0]!.reference;
    expect(ruleParams(limit, "SZSE")).toMatchObject({ rule_publisher: "szse" });
    expect(ruleParams(limit, "SSE")).toMatchObject({ rule_publisher: "sse" });
    const shenzhen = auctionTimes.SZSE.flatMap(({ reference }) => reference.sources);
    expect(new Set(shenzhen.map(({ publisher }) => publisher))).toEqual(new Set(["szse"]));
  });

  it("never names another mainland exchange's text: without its own it is general knowledge", () => {
    for (const date of ["2023-06-01", "2024-01-04", "2026-11-27"]) {
      const { reference } = marginRules("cny", date);
      expect(ruleParams(reference, "SSE")).toMatchObject({ rule_publisher: "sse" });
      for (const exchange of ["SZSE", "BSE"] as const) {
        const params = ruleParams(reference, exchange);
        expect(params).toMatchObject({
          ...{ rule: "cn_margin", rule_title: "general knowledge", rule_confirmed: "false" },
          rule_publisher: "generalKnowledge",
        });
        expect(JSON.stringify(params)).not.toMatch(/上证发|sse\.com\.cn/);
      }
    }
    // A regulator's text holds in all three.
    const short = shortSelling({
      ...{ market: "cny", tickClass: "standard", limitClass: "standard", date: "2026-11-27" },
    });
    expect(ruleParams(short.reference, "SZSE")).toMatchObject({ rule_publisher: "csrc" });
  });

  it("names Beijing's own text where Beijing's tick or its next day refuses", () => {
    for (const exchange of ["SSE", "SZSE", "BSE"] as const) {
      const tick = tickSize({
        market: "cny",
        tickClass: "standard",
        date: "2026-11-27",
        price: price(100_000n),
      });
      const own = { rule_publisher: exchange.toLowerCase() };
      const hosts = { SSE: "sse.com.cn", SZSE: "szse.cn", BSE: "bse.cn" };
      for (const reference of [tick.reference, chinaNextDay]) {
        const params = ruleParams(reference, exchange);
        expect(params).toMatchObject(own);
        const said = Object.values(hosts).filter((host) =>
          JSON.stringify(params).includes(`//www.${host}/`),
        );
        expect(said).toEqual([hosts[exchange]]);
      }
    }
  });

  it("names no first day where none is known, and says where it rests on general knowledge", () => {
    const old = ruleParams(cited("r", beforeRecords, sources.sse2026));
    expect(old).toMatchObject({ since_status: "unknown", in_force_before: "2026-04-24" });
    expect(old).not.toHaveProperty("since");
    const start = cited("r", "2011-11-21", sources.tseHours, { firstDay: "unconfirmed" });
    expect(ruleParams(start)).toMatchObject({ since: "2011-11-21", since_confirmed: "false" });
    const before = ruleParams(dated([{ reference: start }], "2009-01-05").reference);
    expect(before).toMatchObject({ since_status: "older_than_record", rule_confirmed: "false" });
    expect(before).not.toHaveProperty("in_force_before");
  });
});
