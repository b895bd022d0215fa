import type { MarketKey } from "@sanshi/money";
import { isOfficial, publishers, type PublisherKey } from "./data/publishers.ts";
import type { Exchange } from "./data/exchanges.ts";
import { sources, type Source } from "./data/sources.ts";

/** A day on a market's own calendar, `YYYY-MM-DD`. Two of them compare as strings. */
export type LocalDate = string;

/** `exchange` keeps the real sessions; `always` makes every calendar day one continuous session. */
export type KeptHours = "always" | "exchange";

/** Where recorded days are played, the sessions are those of the record, at the moments at which it plays them. */
export type MarketHours = KeptHours | RecordedHours;

/** The calendar of a record, and how its time and the app's clock belong together. */
export type RecordedHours = {
  /** `always` trades around the clock, on the record's dates. */
  readonly keeps: KeptHours;
  /** What the record's clock shows at a moment of the app's clock. */
  toRecord(at: number): number;
  /** The first whole millisecond of the app's clock at which a moment of the record has come. */
  toApp(at: number): number;
  /** Whether the record has prices of a day, counted from 1970-01-01. */
  isRecorded(market: MarketKey, day: number): boolean;
  /** Whether the record shows that the day ended early. */
  endsEarly(market: MarketKey, day: number): boolean;
  /** The record's first and last day; null where it has none of a market. */
  span(market: MarketKey): { readonly first: number; readonly last: number } | null;
};

/** Where an answer comes from. Every answer of the rulebook carries one; `cited` makes it. */
export type RuleReference = {
  /** A stable key such as `tse_daily_price_limit`; its texts belong to the apps. */
  readonly rule: string;
  /** The first day on which this version of the rule holds. */
  readonly validFrom: LocalDate;
  /** All of `sources` in a line, with what they leave open. */
  readonly source: string;
  /** What the rule rests on, the weightiest first. */
  readonly sources: readonly Source[];
  /** False where no exchange's, regulator's or clearing house's text confirms all of it: an operator should check it. */
  readonly confirmed: boolean;
  /** False where the rule is known and its first day rests on general knowledge. */
  readonly isFirstDayConfirmed: boolean;
  /** Where the first day is not known: a day before which the rule was in force already. */
  readonly inForceBefore: LocalDate | null;
  /** The day that was asked for lies before the record of the rule: its first version stands in for that of the day. */
  readonly isOlderThanRecord?: true;
};

/** The start date of a rule whose first day is not known, or that is older than anything the rulebook is asked about. */
export const beforeRecords: LocalDate = "1900-01-01";

/** The day on which the rulebook was held against its sources: what has no other day was in force by then. */
export const checkedOn: LocalDate = "2026-11-28";

/** What a rule's texts leave open. */
export type Doubts = {
  /** What of the rule no official text confirms, for operators. */
  readonly unconfirmed?: string;
  /** The first day rests on general knowledge. */
  readonly firstDay?: "unconfirmed";
  /** Of a rule from before the records: by when it was in force. The texts' first day is taken where none is named. */
  readonly inForceBefore?: LocalDate;
};

/**
 * A rule's reference. It is confirmed where one of its texts is official and nothing of it is left open, so nothing can be
 * called confirmed that only a broker says.
 *
 * @param texts the weightiest first.
 */
export function cited(
  rule: string,
  validFrom: LocalDate,
  texts: Source | readonly Source[],
  { unconfirmed, firstDay, inForceBefore }: Doubts = {},
): RuleReference {
  const list = "title" in texts ? [texts] : texts;
  const open = [
    ...(unconfirmed === undefined ? [] : [`not confirmed: ${unconfirmed}`]),
    ...(firstDay === undefined ? [] : ["first day: general knowledge"]),
  ];
  const isOfficialText = list.some(({ publisher }) => isOfficial(publisher));
  const before = inForceBefore ?? list.find(({ date }) => date !== null)?.date ?? checkedOn;
  return {
    rule,
    validFrom,
    source: [linesOf(list), ...open].join("; "),
    sources: list,
    confirmed: isOfficialText && unconfirmed === undefined,
    isFirstDayConfirmed: firstDay === undefined && validFrom !== beforeRecords,
    inForceBefore: validFrom === beforeRecords ? before : null,
  };
}

function linesOf(texts: readonly Source[]): string {
  return texts.map(sourceLine).join("; ");
}

function sourceLine({ title, date, address }: Source): string {
  const dated = date === null ? title : `${title} (${date})`;
  return address === null ? dated : `${dated}: ${address}`;
}

/** What says in a message or a refusal that the date of that name may still move; nothing where it is certain. */
export function calendarParams(name: string, status: string): Record<string, string> {
  return status === "published" ? {} : { [`${name}_status`]: status };
}

/**
 * What names a market's rule in a refusal: the day from which it holds, or that this day is not known or lies before
 * the record; the text that it rests on with its publisher and address, and whether that confirms it.
 *
 * @param exchange whose own text is named where a rule of several exchanges refuses; a mainland exchange whose own text is
 *   not known refuses from general knowledge, unconfirmed.
 */
export function ruleParams(reference: RuleReference, exchange?: Exchange): Record<string, string> {
  const { rule, source, confirmed } = reference;
  const texts = reference.sources.filter(({ publisher }) => !isOtherMainland(publisher, exchange));
  const own = texts.find(({ publisher }) => publisher === exchange?.toLowerCase());
  const text = own ?? texts[0];
  const isUnread = text === undefined;
  // What the texts leave open stands behind them.
  const open = source.slice(linesOf(reference.sources).length);
  return {
    rule,
    ...sinceParams(reference),
    rule_source: isUnread ? sources.generalKnowledge.title : linesOf(texts) + open,
    rule_confirmed: String(confirmed && !isUnread),
    ...textParams(text ?? sources.generalKnowledge),
  };
}

/** Shanghai, Shenzhen and Beijing each publish their own text of a rule: no other one's can refuse an order. */
function isOtherMainland(publisher: PublisherKey, exchange: Exchange | undefined): boolean {
  const own = exchange?.toLowerCase() ?? "";
  return mainland.has(own) && mainland.has(publisher) && publisher !== own;
}

const mainland: ReadonlySet<string> = new Set(["sse", "szse", "bse"]);

function sinceParams(reference: RuleReference): Record<string, string> {
  const { validFrom, isOlderThanRecord, inForceBefore, isFirstDayConfirmed } = reference;
  if (isOlderThanRecord === true) return { since_status: "older_than_record" };
  if (inForceBefore !== null) return { since_status: "unknown", in_force_before: inForceBefore };
  return { since: validFrom, since_confirmed: String(isFirstDayConfirmed) };
}

function textParams({ publisher, title, date, address }: Source): Record<string, string> {
  const { name, kind } = publishers[publisher];
  return {
    rule_title: title,
    rule_publisher: publisher,
    rule_publisher_name: name,
    rule_publisher_kind: kind,
    ...(date === null ? {} : { rule_text_date: date }),
    ...(address === null ? {} : { rule_address: address }),
  };
}
