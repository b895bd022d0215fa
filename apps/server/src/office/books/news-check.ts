import type { WrittenTexts } from "@sanshi/contract";
import { formatPrice, formatShareRatio, settlementCurrency } from "@sanshi/money";
import { changeAhead } from "../../trading/code-changes/code-changes.ts";
import { endAhead, endSettled } from "../../trading/stock-ends/stock-ends.ts";
import type { Difference } from "./book-check.store.ts";
import * as store from "./recomputed-checks.store.ts";
import type { Read } from "./recomputed-checks.store.ts";

const articlesAtOnce = 500;

/** The longest name of a stock that news can have: a sentence in its place is found. */
const nameLengthMax = 100;

/** An event of the record, and each text that news of it can have. */
type Event = { key: string; texts: WrittenTexts[] };

/**
 * News that no operator wrote has no entry of the audit log beside it. It is published by the system itself, as the feed
 * announces or ends a listing or changes a code: it has that moment, the sentences that follow from the event's record,
 * and is the only one of its event. Names of stocks are the feed's, and their length alone is compared.
 */
export async function* unexplainedNews(read: Read): AsyncGenerator<Omit<Difference, "check">> {
  const told = new Set<string>();
  let after = 0n;
  for (;;) {
    const from = after;
    const page = await read(async (reader) => {
      const articles = await store.unsignedArticlesAfter(reader, {
        after: from,
        limit: articlesAtOnce,
      });
      const through = articles.at(-1)?.id ?? from;
      const events = new Map<bigint, Event[]>();
      const add = (article: bigint, added: Event[]) =>
        events.set(article, [...(events.get(article) ?? []), ...added]);
      for (const end of await store.endsInNews(reader, { after: from, through })) {
        add(end.article, eventsOfEnd(end));
      }
      for (const change of await store.changesInNews(reader, { after: from, through })) {
        add(change.article, [eventOfChange(change)]);
      }
      return articles.map((article) => ({ ...article, events: events.get(article.id) ?? [] }));
    });
    const last = page.at(-1);
    if (last === undefined) return;
    for (const { id, texts, events } of page) {
      const event = events.find(
        (one) => !told.has(one.key) && one.texts.some((expected) => isOf(expected, texts)),
      );
      if (event === undefined) {
        yield { figure: "event", ids: { article: id.toString() }, expected: "one", found: "none" };
      } else told.add(event.key);
    }
    after = last.id;
  }
}

/** Stand for names; no text has them. */
const [ownName, targetName] = ["\u0001", "\u0002"];

function eventsOfEnd(end: store.EndInNews): Event[] {
  const { id, market, code, former_codes, last_trading_day: lastTradingDay } = end;
  const { target_code, ratio_numerator: numerator, ratio_denominator: denominator } = end;
  const target =
    target_code === null || numerator === null || denominator === null
      ? null
      : {
          code: target_code,
          names: inEach(targetName),
          ratio: formatShareRatio({ numerator, denominator }),
        };
  const named = { names: inEach(ownName), lastTradingDay, target };
  const events: Event[] = [];
  if (end.is_announced) {
    const texts = [code, ...former_codes].map((one) => endAhead({ ...named, code: one }));
    events.push({ key: `announced ${id}`, texts });
  }
  const { settlement_price: price, target_price: targetPrice } = end;
  const shown = targetPrice ?? price;
  if (end.is_settled && shown !== null) {
    const currency = settlementCurrency(market);
    const settled = { ...named, code, target: targetPrice === null ? null : target };
    const text = endSettled(settled, formatPrice(shown, currency), currency);
    events.push({ key: `settled ${id}`, texts: [text] });
  }
  return events;
}

function eventOfChange(change: store.ChangeInNews): Event {
  const { name_jp: jp, name_cn: cn, name_us: us } = change;
  const text = changeAhead({
    oldCode: change.old_code,
    newCode: change.new_code,
    exchange: change.exchange,
    namesBefore: {
      jp: change.name_before_jp,
      cn: change.name_before_cn,
      us: change.name_before_us,
    },
    names: jp === null || cn === null || us === null ? null : { jp, cn, us },
    effectiveOn: change.effective_on,
  });
  return { key: `change ${change.id}`, texts: [text] };
}

const inEach = (name: string) => ({ jp: name, cn: name, us: name });

/** Whether a text is the expected one, with a name wherever one stands: the same in all of its sentences. */
function isOf(expected: WrittenTexts, found: Partial<WrittenTexts> | null): boolean {
  return (["jp", "cn", "us"] as const).every((language) => {
    const { title, body } = expected[language];
    const text = `${found?.[language]?.title}\n${found?.[language]?.body}`;
    return patternOf(`${title}\n${body}`).test(text);
  });
}

function patternOf(text: string): RegExp {
  const pattern = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`^${withName(withName(pattern, ownName), targetName)}$`, "u");
}

/** The first place of a name takes any of its length, the others the same. */
function withName(pattern: string, mark: string): string {
  const group = mark === ownName ? "own" : "target";
  return pattern
    .replace(mark, `(?<${group}>.{1,${nameLengthMax}})`)
    .replaceAll(mark, `\\k<${group}>`);
}
