import type { Exchange } from "../listing-codes.ts";
import { cited, type Doubts, type RuleReference } from "../rule-reference.ts";
import { sources, type Source } from "./sources.ts";

/** Which of a day's auctions: Tokyo has four, the others two. */
export type AuctionName = "opening" | "morning_closing" | "afternoon_opening" | "closing";

/** Local times `HH:MM`, each the first minute at which it is too late. */
export type AuctionTimes = {
  readonly auction: AuctionName;
  /** When the exchange begins to take orders for it; those from before wait at the broker. */
  readonly collectsFrom: string;
  /** Orders for this auction alone: 寄成 and its like, MOO, LOO, MOC, LOC. Null: it has no such orders. */
  readonly namedUntil: string | null;
  /** Of those, at a limit, the ones that may come later; null: none may. */
  readonly late: LateLimits | null;
  /** An ordinary market order, which would go on after it. */
  readonly marketUntil: string;
  /** Until then whatever takes part can be cancelled or changed. */
  readonly cancelUntil: string;
  /** When it matches, at its one price. */
  readonly matchesAt: string;
};

/**
 * Limits for an auction alone that come when it is too late for the others: none is cancelled or changed, and none lies
 * beyond the furthest of the prices of these moments.
 */
export type LateLimits = { readonly until: string; readonly referenceTimes: readonly string[] };

export type AuctionDay = {
  readonly reference: RuleReference;
  /**
   * Which rule keeps every order that works from being cancelled or changed in an auction's last minutes; null where
   * only orders for that auction alone are bound, or none.
   */
  readonly noCancels: RuleReference | null;
  /** The closing auction matches at a moment drawn from a window that the exchange has announced and not published. */
  readonly randomClose?: "unpublished";
  readonly fullDay: readonly AuctionTimes[];
  readonly halfDay: readonly AuctionTimes[];
};

/** Whatever comes before the matching takes part, and can be cancelled until then. */
function plain(auction: AuctionName, collectsFrom: string, matchesAt: string): AuctionTimes {
  return {
    auction,
    collectsFrom,
    namedUntil: matchesAt,
    late: null,
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
    late: null,
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
      late: null,
      marketUntil: closesAt,
      cancelUntil: cutOff,
      matchesAt: closesAt,
    },
  ];
}

/** @param referenceMinutes the minutes of the closing hour at which the exchange has told a reference price. */
function nasdaqDay(
  closesAt: "16:00" | "13:00",
  referenceMinutes: readonly ("50" | "55")[],
): readonly AuctionTimes[] {
  const hour = closesAt === "16:00" ? "15" : "12";
  return [
    {
      auction: "opening",
      collectsFrom: "04:00",
      namedUntil: "09:28",
      late: null,
      marketUntil: "09:28",
      cancelUntil: "09:25",
      matchesAt: "09:30",
    },
    {
      auction: "closing",
      collectsFrom: "04:00",
      namedUntil: `${hour}:55`,
      late: {
        until: `${hour}:58`,
        referenceTimes: referenceMinutes.map((minute) => `${hour}:${minute}`),
      },
      marketUntil: closesAt,
      cancelUntil: `${hour}:50`,
      matchesAt: closesAt,
    },
  ];
}

function chinaNoCancels(
  validFrom: string,
  texts: Source | readonly Source[],
  doubts?: Doubts,
): RuleReference {
  return cited("cn_no_cancels", validFrom, texts, doubts);
}
const shanghaiNoCancels = chinaNoCancels("2006-07-01", sources.sse2026, {
  firstDay: "unconfirmed",
});
const shanghaiNoCancels2018 = chinaNoCancels("2018-08-20", [
  sources.closingAuction2018,
  sources.sse2026,
]);
const shenzhenNoCancels = chinaNoCancels("2006-07-01", [sources.szse2006, sources.szse2026]);
const beijingNoCancels = chinaNoCancels("2021-11-15", [sources.bse2021, sources.bse2026], {
  unconfirmed: "as in Shenzhen",
});

// Limits on open until 9:29:30 are repriced; they are not taken here.
/**
 * A limit on close that comes after 15:55 and before 15:58 is taken up to the furthest reference price; beyond it the
 * exchange reprices or rejects, as its member has chosen: it is refused here, so that nobody trades at another limit
 * than the typed one.
 */
function nasdaqCrosses(
  validFrom: string,
  referenceMinutes: readonly ("50" | "55")[],
  closing: Source,
): AuctionDay {
  return {
    reference: cited("nasdaq_crosses", validFrom, [closing, sources.nasdaqCrosses], {
      unconfirmed:
        "limits until 15:58; an early close; the last price in place of the imbalance message's reference price, which no feed here has",
    }),
    noCancels: null,
    fullDay: nasdaqDay("16:00", referenceMinutes),
    halfDay: nasdaqDay("13:00", referenceMinutes),
  };
}

export const auctionTimes: Readonly<Record<Exchange, readonly AuctionDay[]>> = {
  TSE: [
    {
      reference: cited("tse_sessions", "2011-11-21", [sources.tseMethodology, sources.tseHours], {
        unconfirmed: "orders from 8:00 and 12:05",
        firstDay: "unconfirmed",
      }),
      noCancels: null,
      fullDay: tokyoUntil2024,
      halfDay: tokyoUntil2024,
    },
    {
      reference: cited(
        "tse_sessions",
        "2024-11-05",
        [sources.tseMethodology, sources.tseHours2024],
        {
          unconfirmed: "orders from 8:00 and 12:05",
        },
      ),
      noCancels: null,
      fullDay: tokyoSince2024,
      halfDay: tokyoSince2024,
    },
    {
      reference: cited(
        "tse_sessions",
        "2027-10-12",
        [sources.tseRandomClose, sources.tseMethodology],
        {
          unconfirmed:
            "the window of the random close is not published: the auction still matches at 15:30; orders from 8:00 and 12:05",
        },
      ),
      noCancels: null,
      randomClose: "unpublished",
      fullDay: tokyoSince2024,
      halfDay: tokyoSince2024,
    },
  ],
  SSE: [
    {
      reference: cited("sse_sessions", "2006-07-01", sources.sse2026, { firstDay: "unconfirmed" }),
      noCancels: shanghaiNoCancels,
      fullDay: [chineseOpening],
      halfDay: [chineseOpening],
    },
    {
      reference: cited("sse_sessions", "2018-08-20", [sources.closingAuction2018, sources.sse2026]),
      noCancels: shanghaiNoCancels2018,
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  SZSE: [
    {
      reference: cited("sse_sessions", "2006-07-01", sources.szse2026, { firstDay: "unconfirmed" }),
      noCancels: shenzhenNoCancels,
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  BSE: [
    {
      reference: cited("sse_sessions", "2021-11-15", [sources.bse2021, sources.bse2026]),
      noCancels: beijingNoCancels,
      fullDay: chineseDay,
      halfDay: chineseDay,
    },
  ],
  NYSE: [
    {
      // Until then 15:45. For legitimate errors cancels are taken until 15:58; no app can tell those.
      reference: cited(
        "nyse_auctions",
        "2019-01-28",
        [sources.nyseAuctionRules, sources.nyseCutOff2018],
        { firstDay: "unconfirmed" },
      ),
      noCancels: null,
      fullDay: newYorkDay("16:00"),
      halfDay: newYorkDay("13:00"),
    },
  ],
  NASDAQ: [
    nasdaqCrosses("2018-10-29", ["55"], sources.nasdaqClosing2018),
    nasdaqCrosses("2019-10-02", ["50", "55"], sources.nasdaqClosing2019),
  ],
};
