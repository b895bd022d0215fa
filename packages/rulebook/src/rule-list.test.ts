import { marketKeys } from "@sanshi/money";
import { afterEach, describe, expect, it } from "vitest";
import {
  auctionsOf,
  listRules,
  rulesOfStock,
  ruleSubjects,
  setEnteredYears,
  type ListedRule,
} from "./index.ts";

const today = "2026-11-28";
const find = (rules: readonly ListedRule[], id: string) => rules.find((one) => one.id === id);

afterEach(() => setEnteredYears([]));

describe("the list of a market's rules", () => {
  it.each(marketKeys)("of %s has an id for each, sources, and an order by subject", (market) => {
    const rules = listRules(market, today);
    expect(rules.length).toBeGreaterThan(20);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    const order = rules.map(({ subject }) => ruleSubjects.indexOf(subject));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    for (const { reference } of rules) expect(reference.sources.length).toBeGreaterThan(0);
  });

  it("has the day's own version and what is known to follow", () => {
    const before = find(listRules("usd", "2026-09-30"), "finra_trading_activity_fee");
    expect(before?.facts[0]).toMatchObject({ name: "fee_sell_share", value: "0.000195" });
    expect(before?.changes.map(({ reference }) => reference.validFrom)).toEqual([
      "2026-10-01",
      "2027-01-01",
    ]);
    const holiday = find(listRules("usd", today), "finra_trading_activity_fee");
    expect(holiday).toMatchObject({ facts: [{ value: "0" }, { value: "0.00" }] });
    expect(holiday?.changes).toMatchObject([{ facts: [{ value: "0.000195" }, { value: "9.79" }] }]);
  });

  it("has each change that is decided and dated among those to come, with a text that says it", () => {
    const listed = marketKeys.flatMap((market) => listRules(market, today));
    const toCome = listed.flatMap(({ id, reference, facts, changes }) =>
      [{ reference, facts }, ...changes]
        .filter((version) => version.reference.validFrom > today)
        .map((version) => ({ id, ...version })),
    );
    const days = toCome.map(({ id, reference }) => `${reference.validFrom} ${id}`);
    // By rules-checked: C1, C2, C4 (two), C5, C6 (two), C7, C10, and the days from which interest counts otherwise.
    expect(days.filter((day) => !day.includes("calendar")).toSorted()).toEqual([
      "2026-12-06 us_night_sessions.not_offered",
      "2026-12-07 jp_margin",
      "2027-01-01 finra_trading_activity_fee",
      "2027-01-01 jp_gains_tax.not_withheld",
      "2027-01-01 jp_nisa.not_offered",
      "2027-03-01 tse_tick_size.standard",
      "2027-03-01 tse_tick_size_topix500.topix100",
      "2027-03-01 tse_tick_size_topix500.topix500",
      "2027-04-01 jp_identity_verification",
      "2027-10-12 tse_sessions.TSE",
      "2027-10-20 us_intraday_margin.day_traders",
      "2027-11-01 nms_tick_size",
    ]);
    for (const { id, reference, facts } of toCome) {
      expect(reference.sources.length, id).toBeGreaterThan(0);
      expect(facts.length, id).toBeGreaterThan(0);
    }
  });

  it("announces Tokyo's random close, whose window no text tells: the auction still matches at 15:30", () => {
    const closing = (date: string) =>
      new Date(auctionsOf("TSE", date, "exchange").at(-1)!.matchesAt).toISOString();
    expect(closing("2027-10-12")).toBe("2027-10-12T06:30:00.000Z");
    const [change] = find(listRules("jpy", today), "tse_sessions.TSE")!.changes;
    expect(change).toMatchObject({ reference: { validFrom: "2027-10-12", confirmed: false } });
    expect(change?.facts).toContainEqual({
      name: "random_close",
      value: "window_unpublished",
      unit: "word",
    });
  });

  it("keeps what begins later alone, and nothing that had not begun before its first day", () => {
    expect(
      find(listRules("usd", today), "us_night_sessions.not_offered")?.reference.validFrom,
    ).toBe("2026-12-06");
    const star = find(listRules("cny", "2019-07-21"), "star_buy_lot.star");
    expect(star?.reference.validFrom).toBe("2019-07-22");
  });

  it("says the mainland's figures by board", () => {
    const rules = listRules("cny", today);
    const limit = (id: string) => find(rules, id)?.facts[0];
    expect(limit("sse_daily_price_limit.main")).toMatchObject({ value: "10" });
    expect(limit("growth_board_daily_price_limit.star")).toMatchObject({ value: "20" });
    expect(limit("bse_daily_price_limit.beijing")).toMatchObject({ value: "30" });
    expect(find(rules, "bse_handling_fee.beijing")?.facts[0]).toMatchObject({ value: "0.0125" });
  });

  it("says New York's round lots by price, which bound no order", () => {
    const lots = find(listRules("usd", today), "us_round_lot.quotes");
    expect(lots?.facts.map(({ bound, value }) => [bound, value])).toEqual([
      ["250.00", "100"],
      ["1000.00", "40"],
      ["10000.00", "10"],
      ["10000.00", "1"],
    ]);
  });

  it("says of a fee before its record that the first version is charged", () => {
    const fee = find(listRules("usd", "2020-09-01"), "sec_section_31_fee");
    expect(fee?.reference).toMatchObject({ isOlderThanRecord: true, confirmed: false });
    expect(fee?.facts[0]?.value).toBe("0.00278");
    expect(fee?.changes[0]?.reference.validFrom).toBe("2024-05-22");
  });

  it("has each rule that can refuse a customer", () => {
    const refusing = "cn_no_cancels cn_risk_warning_cap cn_price_cage bse_price_cage us_rule_201";
    const listed = marketKeys.flatMap((market) => listRules(market, today));
    const keys = listed.map(({ reference }) => reference.rule);
    for (const rule of refusing.split(" ")) expect(keys).toContain(rule);
    const closing = find(listed, "cn_no_cancels.SSE")?.facts.map(({ value }) => value);
    expect(closing).toEqual(["09:20–09:25", "14:57–15:00"]);
    // In New York an order for an auction alone is bound, and no other.
    const named = find(listed, "nyse_auctions.NYSE")?.facts;
    expect(named).toContainEqual({ name: "no_cancels_named", value: "15:50–16:00", unit: "plain" });
  });

  it("tells a change of margin terms by a figure of it, and what a call asks for", () => {
    const terms = find(listRules("jpy", today), "jp_margin");
    const [change] = terms?.changes ?? [];
    expect(change?.facts).not.toEqual(terms?.facts);
    expect(change?.facts).toContainEqual({
      name: "interest_days",
      value: "settlement",
      unit: "word",
    });
    const mainland = find(listRules("cny", today), "cn_margin")?.facts;
    expect(mainland).toContainEqual({ name: "margin_restore", value: "150", unit: "percent" });
  });

  it("has the mainland's margin of shorts apart from that of purchases", () => {
    const short = find(listRules("cny", today), "cn_short_margin");
    expect(short?.reference).toMatchObject({ validFrom: "2024-07-22" });
    expect(short?.facts.map(({ value }) => value)).toEqual(["100", "120"]);
  });

  it("takes the closed days that operators entered", () => {
    const closed = () => find(listRules("cny", today), "sse_calendar")?.changes[0];
    expect(closed()?.reference.confirmed).toBe(false);
    const notice = { market: "cny", year: 2027, holdsFrom: "2027-01-01", halfDays: [] } as const;
    setEnteredYears([{ ...notice, closedDays: ["2027-01-04"], source: "上证公告〔2026〕99号" }]);
    expect(closed()).toMatchObject({
      reference: { confirmed: true, source: "上证公告〔2026〕99号" },
      facts: [{ name: "closed_days", value: "2027-01-04" }],
    });
  });
});

describe("the rules of a stock", () => {
  const stock = { tickClass: "standard", limitClass: "standard" } as const;

  it.each([
    [
      { ...stock, market: "jpy", code: "7203", exchange: "TSE", tickClass: "topix100" } as const,
      "tse_sessions tse_tick_size_topix500.topix100 tse_daily_price_limit tse_trading_unit tse_settlement jp_same_day_money",
    ],
    [
      { ...stock, market: "usd", code: "IBM", exchange: "NYSE" } as const,
      "nyse_sessions nms_tick_size us_price_bands us_market_halt us_trading_unit us_settlement",
    ],
    [
      {
        ...stock,
        market: "cny",
        code: "688981",
        exchange: "SSE",
        limitClass: "growth_board",
      } as const,
      "sse_sessions.star sse_tick_size growth_board_daily_price_limit.star cn_price_cage.star cn_free_day_pause.star star_buy_lot.star cn_t_plus_1 sse_settlement",
    ],
    [
      {
        ...stock,
        market: "cny",
        code: "600519",
        exchange: "SSE",
        limitClass: "special_treatment",
      } as const,
      "sse_sessions.main sse_tick_size sse_daily_price_limit_special_treatment.st_shanghai cn_price_cage.main cn_free_day_pause.main sse_buy_lot.main cn_risk_warning_cap.st cn_t_plus_1 sse_settlement",
    ],
    [
      {
        ...stock,
        market: "cny",
        code: "920009",
        exchange: "BSE",
        limitClass: "special_treatment",
      } as const,
      "bse_sessions.beijing sse_tick_size bse_daily_price_limit.beijing bse_price_cage.beijing cn_free_day_pause.beijing bse_buy_lot.beijing cn_risk_warning_cap.st_beijing cn_t_plus_1 sse_settlement",
    ],
  ])("%o", (of, ids) => {
    expect(rulesOfStock(of, today).join(" ")).toBe(ids);
    const listed = listRules(of.market, today).map(({ id }) => id);
    for (const id of rulesOfStock(of, today)) expect(listed).toContain(id);
  });
});
