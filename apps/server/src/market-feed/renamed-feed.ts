import { limitClassOfCode } from "@sanshi/rulebook";
import type { CodeChange, Codes } from "./code-changes.ts";
import { codesOf } from "./code-changes.ts";
import type { Instrument, MarketFeed } from "./market-feed.ts";

type Coded = Pick<Instrument, "market" | "code">;

/** A feed whose stocks have the codes, names and exchanges that code changes have given them. */
export type RenamedFeed = MarketFeed & {
  /** From here on these are in force. */
  rename(changes: readonly CodeChange[]): void;
};

/**
 * Beneath it the feed goes on under each stock's first code, by which a simulated company draws its prices and a
 * record names its file: so charts, previous closes and splits join over a change. Questions may name any code that
 * the stock ever had.
 */
export function createRenamedFeed<Feed extends MarketFeed>(feed: Feed): Feed & RenamedFeed {
  let codes: Codes = codesOf([]);
  let isRenamed = false;
  let renamed = new Map<Instrument, Instrument>();

  /** With the code that the feed has it under. */
  function asked<Question extends Coded>(question: Question): Question {
    if (!isRenamed) return question;
    const code = codes.first(question.market, question.code);
    return code === question.code ? question : { ...question, code };
  }

  /** With the code that it has now. */
  function shown<Answer extends Coded>(answer: Answer): Answer {
    if (!isRenamed) return answer;
    const code = codes.present(answer.market, answer.code);
    return code === answer.code ? answer : { ...answer, code };
  }

  function shownInstrument(instrument: Instrument): Instrument {
    const changes = isRenamed ? codes.changesOf(instrument.market, instrument.code) : [];
    if (changes.length === 0) return instrument;
    let known = renamed.get(instrument);
    if (known === undefined)
      renamed.set(instrument, (known = renamedInstrument(instrument, changes)));
    return known;
  }

  const { passed, minutes, auction, extended, extendedBars, trades, basePrice } = feed;
  const { fundamentals, nextActions, additions, ends } = feed;
  return {
    ...feed,
    rename(changes) {
      codes = codesOf(changes);
      isRenamed = changes.length > 0;
      renamed = new Map();
    },
    instruments: () => feed.instruments().map(shownInstrument),
    snapshot: () => feed.snapshot().map(shown),
    start: (deliver) =>
      feed.start((quotes, indexes, auctions) =>
        deliver(isRenamed ? quotes.map(shown) : quotes, indexes, auctions?.map(shown)),
      ),
    bars: (query) => feed.bars(asked(query)),
    corporateActions: (market, code) => feed.corporateActions(market, codes.first(market, code)),
    ...(basePrice && {
      basePrice: (market, code, date) => basePrice(market, codes.first(market, code), date),
    }),
    ...(passed && {
      passed: function* (question) {
        for (const quote of passed(asked(question))) yield shown(quote);
      },
    }),
    ...(minutes && {
      minutes: (market, code, date) => minutes(market, codes.first(market, code), date),
    }),
    ...(extended && {
      extended(market, code) {
        const quote = extended(market, codes.first(market, code));
        return quote === null ? null : shown(quote);
      },
    }),
    ...(extendedBars && { extendedBars: (query) => extendedBars(asked(query)) }),
    ...(auction && {
      auction(question) {
        const print = auction(asked(question));
        return print === null ? null : shown(print);
      },
    }),
    ...(trades && { trades: (query) => trades(asked(query)) }),
    ...(fundamentals && {
      fundamentals: (market, code) => fundamentals(market, codes.first(market, code)),
    }),
    ...(nextActions && {
      nextActions: (market, code) => nextActions(market, codes.first(market, code)),
    }),
    ...(ends && { ends: () => ends().map(shown) }),
    ...(additions && {
      additions: {
        ...additions,
        // A code that a stock had is nobody else's.
        objection: (market, code) =>
          codes.changesOf(market, code).length > 0 ? "carried" : additions.objection(market, code),
      },
    }),
  } satisfies MarketFeed & Pick<RenamedFeed, "rename"> as Feed & RenamedFeed;
}

function renamedInstrument(instrument: Instrument, changes: readonly CodeChange[]): Instrument {
  const newest = changes.at(-1);
  if (newest === undefined) return instrument;
  const { market } = instrument;
  const code = newest.newCode;
  const formerNames = changes
    .flatMap(({ oldCode, namesBefore: { jp, cn, us } }) => [oldCode, jp, cn, us])
    .map((name) => name.toLowerCase());
  return {
    ...instrument,
    code,
    exchange: newest.exchange,
    names: changes.findLast(({ names }) => names !== null)?.names ?? instrument.names,
    searchTerms: [...new Set([...instrument.searchTerms, ...formerNames])],
    formerNames,
    // A code of another board has that board's limits.
    ...(code !== instrument.code &&
      market === "cny" && { limitClass: limitClassOfCode(market, code) }),
  };
}
