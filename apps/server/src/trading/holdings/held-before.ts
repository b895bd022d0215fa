import type { MarketKey } from "@sanshi/money";
import { dateBegins, localDate } from "@sanshi/rulebook";
import type { QuoteBoard } from "../../market-feed/quote-board.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { heldSinceNothing, momentMs, type EndedOpening } from "./average-cost.rules.ts";
import { endedInStocks, type EndedInStock } from "./holdings.store.ts";

const pageRows = 1_000;

/**
 * By stock, the openings that are sold and were held together with what is held now, or with another of them.
 * Read back in pages, and no further than there was last nothing: a customer of ten years has sold much.
 *
 * @param since by stock, when the oldest opening that is still held was opened.
 */
export async function soldSinceNothing(
  { reader, quotes }: { reader: Reader; quotes: Pick<QuoteBoard, "present" | "codes"> },
  customerId: bigint,
  market: MarketKey,
  since: ReadonlyMap<string, number>,
  limit = pageRows,
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const found = new Map<string, EndedOpening[]>();
  const dayBegins = (at: number) => dateBegins(market, localDate(market, at), "exchange");
  const runOf = (code: string) =>
    heldSinceNothing(found.get(code) ?? [], since.get(code) ?? 0, dayBegins);
  let codes = [...since.keys()];
  let from: number | EndedInStock = dayBegins(Math.min(...since.values())) - momentMs;
  while (codes.length > 0) {
    const page: EndedInStock[] = await endedInStocks(reader, customerId, market, {
      // What was sold before a stock was renamed has the code of its day.
      codes: codes.flatMap((code) => quotes.codes(market, code)),
      from,
      limit,
    });
    for (const { id, code: codeThen, opened_at: openedAt, ended_at: endedAt } of page) {
      const code = quotes.present(market, codeThen);
      const own = found.get(code) ?? [];
      own.push({ id, openedAt, endedAt });
      found.set(code, own);
    }
    const isShort = page.length < limit;
    // Behind what ended since the first was opened, only what reaches back further is looked for.
    if (isShort && typeof from !== "number") break;
    codes = codes.filter((code) => (found.has(code) || !isShort) && !runOf(code).isWhole);
    from = page.at(-1) ?? from;
    if (page.length === 0) break;
  }
  return new Map([...since.keys()].map((code) => [code, runOf(code).ids]));
}
