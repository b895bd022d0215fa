import type { MarketKey } from "@sanshi/money";
import { sources, type Source } from "./sources.ts";

/**
 * A market's closed weekdays and half days as they were published, `MM-DD` by year. The years follow one another;
 * those after them are expected (expected-holidays.ts), those before them unknown.
 */
export type MarketCalendar = {
  readonly rule: string;
  readonly texts: readonly Source[];
  /** The first year that those texts say; the years before it are from general knowledge, held against bars. */
  readonly confirmedFrom: number;
  readonly closedByYear: Readonly<Record<string, string>>;
  readonly halfDaysByYear: Readonly<Record<string, string>>;
};

export const marketCalendars: Readonly<Record<MarketKey, MarketCalendar>> = {
  jpy: {
    rule: "tse_calendar",
    texts: [sources.jpxCalendar],
    confirmedFrom: 2026,
    closedByYear: {
      "2023": "01-02 01-03 01-09 02-23 03-21 05-03 05-04 05-05 07-17 08-11 09-18 10-09 11-03 11-23",
      "2024":
        "01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31",
      "2025":
        "01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31",
      "2026":
        "01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31",
      "2027":
        "01-01 01-11 02-11 02-23 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-31",
    },
    halfDaysByYear: {},
  },
  cny: {
    rule: "sse_calendar",
    texts: [sources.sseHolidays2026, sources.holidays2026],
    confirmedFrom: 2026,
    closedByYear: {
      "2023":
        "01-02 01-23 01-24 01-25 01-26 01-27 04-05 05-01 05-02 05-03 06-22 06-23 09-29 10-02 10-03 10-04 10-05 10-06",
      "2024":
        "01-01 02-09 02-12 02-13 02-14 02-15 02-16 04-04 04-05 05-01 05-02 05-03 06-10 09-16 09-17 10-01 10-02 10-03 10-04 10-07",
      "2025":
        "01-01 01-28 01-29 01-30 01-31 02-03 02-04 04-04 05-01 05-02 05-05 06-02 10-01 10-02 10-03 10-06 10-07 10-08",
      "2026":
        "01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07",
    },
    halfDaysByYear: {},
  },
  usd: {
    rule: "nyse_calendar",
    texts: [sources.nyseHours],
    confirmedFrom: 2026,
    closedByYear: {
      "2023": "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25",
      "2024": "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25",
      "2025": "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25",
      "2026": "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25",
      "2027": "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24",
      "2028": "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25",
    },
    halfDaysByYear: {
      "2023": "07-03 11-24",
      "2024": "07-03 11-29 12-24",
      "2025": "07-03 11-28 12-24",
      "2026": "11-27 12-24",
      "2027": "11-26",
      "2028": "07-03 11-24",
    },
  },
};
