import type { Exchange } from "../listing-codes.ts";
import { generalKnowledge, type RuleReference } from "../rule-reference.ts";

/** Which of a day's auctions: Tokyo has four, the others two. */
export type AuctionName = "opening" | "morning_closing" | "afternoon_opening" | "closing";

/** Local times `HH:MM`, each the first minute at which it is too late. */
export type AuctionTimes = {
  readonly auction: AuctionName;
  /** When the exchange begins to take orders for it; those from before wait at the broker. */
  readonly collectsFrom: string;
  /** Orders for this auction alone: 寄成 and its like, MOO, LOO, MOC, LOC. Null: it has no such orders. */
  readonly namedUntil: string | null;
  /** An ordinary market order, which would go on after it. */
  readonly marketUntil: string;
  /** Until then whatever takes part can be cancelled or changed. */
  readonly cancelUntil: string;
  /** When it matches, at its one price. */
  readonly matchesAt: string;
};

export type AuctionDay = {
  readonly reference: RuleReference;
  readonly fullDay: readonly AuctionTimes[];
  readonly halfDay: readonly AuctionTimes[];
};

/** Whatever comes before the matching takes part, and can be cancelled until then. */
function plain(auction: AuctionName, collectsFrom: string, matchesAt: string): AuctionTimes {
  return {
    auction,
    collectsFrom,
    namedUntil: matchesAt,
    marketUntil: matchesAt,
    cancelUntil: matchesAt,
    matchesAt,
  };
}

const tokyoMorning = [
  plain("opening", "08:00", "09:00"),
  plain("morning_closing", "08:00", "11:30"),
  plain("afternoon_opening", "12:05", "12:30"),
];
const tokyoUntil2024 = [...tokyoMorning, plain("closing", "12:05", "15:00")];
const tokyoSince2024 = [...tokyoMorning, plain("closing", "12:05", "15:30")];

/** The mainland has no orders for an auction alone, and no cancels in its last minutes. */
function chinese(
  auction: AuctionName,
  collectsFrom: string,
  cancelUntil: string,
  matchesAt: string,
): AuctionTimes {
  return {
    auction,
    collectsFrom,
    namedUntil: null,
    marketUntil: matchesAt,
    cancelUntil,
    matchesAt,
  };
}

const chineseOpening = chinese("opening", "09:15", "09:20", "09:25");
const chineseDay = [chineseOpening, chinese("closing", "14:57", "14:57", "15:00")];

function newYorkDay(closesAt: "16:00" | "13:00"): readonly AuctionTimes[] {
  const cutOff = closesAt === "16:00" ? "15:50" : "12:50";
  return [
    plain("opening", "06:30", "09:30"),
    {
      auction: "closing",
      collectsFrom: "06:30",
      namedUntil: cutOff,
      marketUntil: closesAt,
      cancelUntil: cutOff,
      matchesAt: closesAt,
    },
  ];
}

function nasdaqDay(closesAt: "16:00" | "13:00"): readonly AuctionTimes[] {
  const isFull = closesAt === "16:00";
  return [
    {
      auction: "opening",
      collectsFrom: "04:00",
      namedUntil: "09:28",
      marketUntil: "09:28",
      cancelUntil: "09:25",
      matchesAt: "09:30",
    },
    {
      auction: "closing",
      collectsFrom: "04:00",
      namedUntil: isFull ? "15:55" : "12:55",
      marketUntil: closesAt,
      cancelUntil: isFull ? "15:50" : "12:50",
      matchesAt: closesAt,
    },
  ];
}

const tokyoSource =
  "https://www.jpx.co.jp/learning/basics/equities/04.html (which auctions there are); https://webull.co.jp/blog/130 (orders and cancels until the closing auction)";
const chinaSource =
  "https://w.sf024.com/info/347008982.html (no cancels from 9:20, in Shenzhen from 14:57)";

export const auctionTimes: Readonly<Record<Exchange, readonly AuctionDay[]>> = {
  TSE: [
    {
      reference: {
        rule: "tse_sessions",
        validFrom: "2011-11-21",
        source: `${tokyoSource}; orders from 8:00 and 12:05: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: tokyoUntil2024,
      halfDay: tokyoUntil2024,
    },
    {
      reference: {
        rule: "tse_sessions",
        validFrom: "2024-11-05",
        source: `${tokyoSource}; orders from 8:00 and 12:05: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: tokyoSince2024,
      halfDay: tokyoSince2024,
    },
  ],
  SSE: [
    {
      reference: {
        rule: "sse_sessions",
        validFrom: "2006-07-01",
        source: `${chinaSource}; start date: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: [chineseOpening],
      halfDay: [chineseOpening],
    },
    {
      reference: {
        rule: "sse_sessions",
        validFrom: "2018-08-20",
        source: `${chinaSource}; Shanghai's closing auction, start date: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  SZSE: [
    {
      reference: {
        rule: "sse_sessions",
        validFrom: "2006-07-01",
        source: `${chinaSource}; start date: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  BSE: [
    {
      reference: {
        rule: "sse_sessions",
        validFrom: "2021-11-15",
        source: `as in Shenzhen: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  NYSE: [
    {
      reference: {
        rule: "nyse_sessions",
        validFrom: "2019-01-28",
        // Until then 15:45. For legitimate errors cancels are taken until 15:58; no app can tell those.
        source: `NYSE opening and closing auctions: https://docslib.org/doc/8969726/nyse-opening-and-closing-auctions ; start date, and ten minutes before an early close too: ${generalKnowledge}`,
        confirmed: true,
      },
      fullDay: newYorkDay("16:00"),
      halfDay: newYorkDay("13:00"),
    },
  ],
  NASDAQ: [
    {
      reference: {
        rule: "nyse_sessions",
        validFrom: "2018-10-29",
        // Limits on open until 9:29:30 and on close until 15:58 are repriced; they are not taken here.
        source: `Opening Cross: https://info.5y1.org/what-time-do-the-markets-open_1_39991a.html ; Closing Cross at 15:55 (https://ppro8wiki.com/doku.php?id=nsdq has the information of 15:50 and 15:55), its start date, and an early close: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: nasdaqDay("16:00"),
      halfDay: nasdaqDay("13:00"),
    },
  ],
};
