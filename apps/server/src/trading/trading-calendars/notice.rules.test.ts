import { describe, expect, it } from "vitest";
import { isTradingDay, yearOfDays } from "@sanshi/rulebook";
import { readNotice } from "./notice.rules.ts";

/** The exchange's way of saying it: each holiday with its span, when trading resumes, and weekends that are workdays. */
function notice(year: number, holidays: readonly (readonly [name: string, words: string])[]) {
  const items = holidays.map(([name, words], index) => `（${index + 1}）${name}：${words}`);
  return [`关于${year}年部分节假日休市安排的公告`, ...items, "特此公告。", "上海证券交易所"].join(
    "\n",
  );
}

const notices: Record<number, string> = {
  2024: notice(2024, [
    ["元旦", "1月1日（星期一）休市，1月2日（星期二）起照常开市。"],
    [
      "春节",
      "2月9日（星期五）至2月17日（星期六）休市，2月19日（星期一）起照常开市。另外，2月4日（星期日）、2月18日（星期日）为周末休市。",
    ],
    [
      "清明节",
      "4月4日（星期四）至4月6日（星期六）休市，4月8日（星期一）起照常开市。另外，4月7日（星期日）为周末休市。",
    ],
    [
      "劳动节",
      "5月1日（星期三）至5月5日（星期日）休市，5月6日（星期一）起照常开市。另外，4月28日（星期日）、5月11日（星期六）为周末休市。",
    ],
    ["端午节", "6月8日（星期六）至6月10日（星期一）休市，6月11日（星期二）起照常开市。"],
    [
      "中秋节",
      "9月15日（星期日）至9月17日（星期二）休市，9月18日（星期三）起照常开市。另外，9月14日（星期六）为周末休市。",
    ],
    [
      "国庆节",
      "10月1日（星期二）至10月7日（星期一）休市，10月8日（星期二）起照常开市。另外，9月29日（星期日）、10月12日（星期六）为周末休市。",
    ],
  ]),
  2025: notice(2025, [
    ["元旦", "1月1日（星期三）休市，1月2日（星期四）起照常开市。"],
    [
      "春节",
      "1月28日（星期二）至2月4日（星期二）休市，2月5日（星期三）起照常开市。另外，1月26日（星期日）、2月8日（星期六）为周末休市。",
    ],
    ["清明节", "4月4日（星期五）至4月6日（星期日）休市，4月7日（星期一）起照常开市。"],
    [
      "劳动节",
      "5月1日（星期四）至5月5日（星期一）休市，5月6日（星期二）起照常开市。另外，4月27日（星期日）为周末休市。",
    ],
    ["端午节", "5月31日（星期六）至6月2日（星期一）休市，6月3日（星期二）起照常开市。"],
    [
      "国庆节、中秋节",
      "10月1日（星期三）至10月8日（星期三）休市，10月9日（星期四）起照常开市。另外，9月28日（星期日）、10月11日（星期六）为周末休市。",
    ],
  ]),
  2026: notice(2026, [
    [
      "元旦",
      "1月1日（星期四）至1月3日（星期六）休市，1月5日（星期一）起照常开市。另外，1月4日（星期日）为周末休市。",
    ],
    [
      "春节",
      "2月15日（星期日）至2月23日（星期一）休市，2月24日（星期二）起照常开市。另外，2月14日（星期六）、2月28日（星期六）为周末休市。",
    ],
    ["清明节", "4月4日（星期六）至4月6日（星期一）休市，4月7日（星期二）起照常开市。"],
    [
      "劳动节",
      "5月1日（星期五）至5月5日（星期二）休市，5月6日（星期三）起照常开市。另外，5月9日（星期六）为周末休市。",
    ],
    ["端午节", "6月19日（星期五）至6月21日（星期日）休市，6月22日（星期一）起照常开市。"],
    ["中秋节", "9月25日（星期五）至9月27日（星期日）休市，9月28日（星期一）起照常开市。"],
    [
      "国庆节",
      "10月1日（星期四）至10月7日（星期三）休市，10月8日（星期四）起照常开市。另外，9月20日（星期日）、10月10日（星期六）为周末休市。",
    ],
  ]),
};

const dates = (text: string, year: number) => {
  const read = readNotice(text, year);
  return read.ok ? read.days.map(({ date, kind }) => `${date} ${kind}`) : read;
};
const code = (text: string, year: number) => {
  const read = readNotice(text, year);
  return read.ok ? "read" : read.code;
};
const closed = (list: string) => list.split(" ").map((date) => `${date} closed`);

describe("a Chinese notice", () => {
  it.each(Object.entries(notices))("of %s is the year as the rulebook has it", (year, text) => {
    const { closedDays } = yearOfDays("cny", Number(year));
    expect(dates(text, Number(year))).toEqual(closedDays.map((date) => `${date} closed`));
  });

  it("may close the last day of the year before", () => {
    const text = notice(2030, [
      [
        "元旦",
        "2029年12月30日（星期日）至2030年1月1日（星期二）休市，1月2日（星期三）起照常开市。",
      ],
    ]);
    expect(dates(text, 2030)).toEqual(closed("2029-12-31 2030-01-01"));
    const shorter = "元旦：12月30日至1月1日休市。";
    expect(dates(shorter, 2030)).toEqual(closed("2029-12-31 2030-01-01"));
  });

  it("is read with figures and brackets of either width, without weekdays, and with a bare last day", () => {
    const text =
      "元旦：１月１日(星期五)至3日休市。清明节：4月5日休市。另外，5月8日（周六）为周末休市。";
    expect(dates(text, 2027)).toEqual(closed("2027-01-01 2027-04-05"));
  });

  it("knows the date on which it was published for no closed day", () => {
    const text = `${notices[2026]}\n2025年12月22日`;
    expect(code(text, 2026)).toBe("read");
  });

  it("reads an afternoon off as a half day", () => {
    expect(dates("1月29日（星期五）下午休市。", 2027)).toEqual(["2027-01-29 half_day"]);
  });
});

describe("a list of days", () => {
  it("is read as Tokyo publishes it", () => {
    const text = `2027年
2027年1月1日（金）\t元日
2027年1月11日（月・祝）\t成人の日
2027年2月11日（木）\t建国記念の日
2027年12月31日（金）\t年末休業日`;
    expect(dates(text, 2027)).toEqual(closed("2027-01-01 2027-01-11 2027-02-11 2027-12-31"));
  });

  it("is read as New York publishes it, early closings among it", () => {
    const text = `New Year's Day\tFriday, January 1, 2027
Martin Luther King, Jr. Day\tMonday, January 18, 2027
Good Friday\tFriday, March 26
Each market will close early at 1:00 p.m. on Friday, November 26, 2027.`;
    expect(dates(text, 2027)).toEqual([
      ...closed("2027-01-01 2027-01-18 2027-03-26"),
      "2027-11-26 half_day",
    ]);
  });

  it("is read from a file of each kind", () => {
    const expected = [...closed("2027-05-03 2027-05-04"), "2027-12-30 half_day"];
    const csv = "date,name\n2027-05-03,Constitution Day\n2027-05-04,,\n2027-12-30,,half day";
    const json = JSON.stringify([
      "2027-05-03",
      { date: "2027-05-04", name: "みどりの日", half_day: false },
      { date: "2027-12-30", half_day: true },
    ]);
    const lists = JSON.stringify({
      closed_days: ["2027-05-03", "2027-05-04"],
      half_days: ["2027-12-30"],
    });
    const ics = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270503\r\nDTEND;VALUE=DATE:20270505\r\nSUMMARY:Golden\r\n  Week\r\nEND:VEVENT",
      "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20271230\r\nDTEND;VALUE=DATE:20271231\r\nSUMMARY:Half day\r\nEND:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    for (const text of [csv, json, lists, ics]) expect(dates(text, 2027)).toEqual(expected);
  });

  it("leaves weekends out, as they are closed anyway", () => {
    expect(dates("2027-05-01\n2027-05-03", 2027)).toEqual(closed("2027-05-03"));
    expect(isTradingDay("jpy", "2027-05-01")).toBe(false);
  });
});

describe("what is refused", () => {
  it.each([
    ["the title's wrong year", notices[2026] ?? "", 2027, "calendar_year_wrong"],
    ["a date's wrong year", "2026-01-01", 2027, "calendar_year_wrong"],
    ["a year too late", "2028年1月3日（月）", 2027, "calendar_year_wrong"],
    ["the year before, but for its last days", "2026-11-30", 2027, "calendar_year_wrong"],
    [
      "a wrong weekday",
      "元旦：1月1日（星期四）至1月3日（星期六）休市。",
      2027,
      "calendar_weekday_wrong",
    ],
    [
      "a weekend named as a weekday",
      "劳动节：5月1日（星期五）休市。",
      2027,
      "calendar_weekday_wrong",
    ],
    ["a wrong weekday in English", "Monday, January 1, 2027", 2027, "calendar_weekday_wrong"],
    ["a wrong weekday in Japanese", "2027年1月1日（木）", 2027, "calendar_weekday_wrong"],
    [
      "a wrong weekday on which trading resumes",
      "元旦：1月1日休市，1月4日（星期二）起照常开市。",
      2027,
      "calendar_weekday_wrong",
    ],
    ["a notice pasted twice", `${notices[2026]}\n${notices[2026]}`, 2026, "calendar_day_twice"],
    [
      "a half day on a holiday",
      "2027-01-01\n2027-01-01 half day",
      2027,
      "calendar_half_day_closed",
    ],
    ["a half day on a weekend", "2027-01-02 half day", 2027, "calendar_half_day_closed"],
    [
      "trading that resumes on a closed day",
      "元旦：1月1日至1月5日休市，1月5日起照常开市。",
      2027,
      "calendar_reopens_closed",
    ],
    ["a day that there is not", "2月30日休市。", 2027, "calendar_date_wrong"],
    ["a span that goes back", "5月5日至5月1日休市。", 2027, "calendar_date_wrong"],
    ["a span of months", "1月1日至12月31日休市。", 2027, "calendar_date_wrong"],
    ["words without a day", "本所将另行公告休市安排。", 2027, "calendar_nothing_read"],
    ["a broken file", '{"closed_days": [', 2027, "calendar_nothing_read"],
    [
      "more days than any exchange closes on",
      Array.from({ length: 12 }, (_, month) =>
        Array.from(
          { length: 9 },
          (_, day) => `2027-${String(month + 1).padStart(2, "0")}-0${day + 1}`,
        ).join("\n"),
      ).join("\n"),
      2027,
      "calendar_days_too_many",
    ],
  ])("%s", (_name, text, year, expected) => {
    expect(code(text, year)).toBe(expected);
  });

  it("takes no longer for the longest text that is taken", () => {
    const began = performance.now();
    for (const piece of ["1月1日至", "(星期", "2027-1-1 ", "January 1, ", "年".repeat(9), "1"]) {
      readNotice(piece.repeat(Math.floor(20_000 / piece.length)), 2027);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
