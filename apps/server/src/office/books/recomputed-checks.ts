import { formatPrice, settlementCurrency } from "@sanshi/money";
import { drawnAgainFrom } from "../../platform/draws/draw-task.ts";
import { scoreFaults } from "../../products/credit-loans/credit-loans.ts";
import { figuresFromFills } from "../../trading/positions/positions.ts";
import type { Difference } from "./book-check.store.ts";
import { unexplainedNews } from "./news-check.ts";
import * as store from "./recomputed-checks.store.ts";
import type { Read } from "./recomputed-checks.store.ts";

/** What no statement can say: worked out again by the rules themselves, from page to page of the record. */
export type RecomputedCheck = {
  name: Difference["check"];
  find(read: Read): AsyncIterable<Omit<Difference, "check">>;
};

const positionsAtOnce = 2_000;

async function* openPrices(read: Read): AsyncGenerator<Omit<Difference, "check">> {
  let after = 0n;
  for (;;) {
    const page = await read(async (reader) => {
      const held = await store.positionsAfter(reader, { after, limit: positionsAtOnce });
      const figures = await figuresFromFills(
        reader,
        held.map(({ id, market, side, opened_at: openedAt, rounds_price: roundsPrice }) => {
          return { id, market, side, openedAt, roundsPrice };
        }),
      );
      return held.map((own) => ({ ...own, expected: figures.get(own.id) }));
    });
    const last = page.at(-1);
    if (last === undefined) return;
    for (const { id, account, market, open_price: found, open_value: value, expected } of page) {
      if (expected === undefined) continue;
      const ids = { position: id.toString(), customer: account };
      const currency = settlementCurrency(market);
      if (expected.openPrice !== found) {
        yield {
          figure: "open_price",
          ids,
          expected: formatPrice(expected.openPrice, currency),
          found: formatPrice(found, currency),
        };
      }
      if (value !== null && expected.openValue !== value) {
        const shown = (one: bigint) => one.toString();
        yield {
          figure: "open_value",
          ids,
          expected: shown(expected.openValue),
          found: shown(value),
        };
      }
    }
    after = last.id;
  }
}

/** Each draw again from its list and its seed: order, allotments, and what each entrant's record says. */
async function* allotments(read: Read): AsyncGenerator<Omit<Difference, "check">> {
  for (const draws of ["offering", "block_offer"] as const) {
    let after = 0n;
    for (;;) {
      const from = after;
      const drawn = await read((reader) => store.nextBundle(reader, draws, from));
      if (drawn === undefined) break;
      yield* allotmentsOf(read, draws, drawn);
      after = drawn.id;
    }
  }
}

async function* allotmentsOf(
  read: Read,
  draws: "offering" | "block_offer",
  drawn: NonNullable<Awaited<ReturnType<typeof store.nextBundle>>>,
): AsyncGenerator<Omit<Difference, "check">> {
  const ids = { [draws]: drawn.id.toString() };
  const again = await drawnAgainFrom(drawn.body);
  if (again.outcome === "failed") {
    yield { figure: "draw", ids, expected: "proven", found: again.why };
    return;
  }
  for (const figure of ["terms_hash", "root", "result"] as const) {
    if (again[figure] === drawn[figure]) continue;
    yield { figure, ids, expected: again[figure], found: drawn[figure] };
  }
  const wrong = await read((reader) =>
    store.allottedOtherwise(reader, draws, { id: drawn.id, list: again.list }),
  );
  for (const { number, expected, found } of wrong) {
    yield { figure: "lots", ids: { ...ids, number }, expected, found };
  }
}

async function* scores(read: Read): AsyncGenerator<Omit<Difference, "check">> {
  for await (const { account, day, figure, expected, found } of scoreFaults(read)) {
    yield { figure, ids: { customer: account, day }, expected, found };
  }
}

export const recomputedChecks: readonly RecomputedCheck[] = [
  { name: "open_price", find: openPrices },
  { name: "allotment", find: allotments },
  { name: "score", find: scores },
  { name: "news", find: unexplainedNews },
];
