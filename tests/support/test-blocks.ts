import { hourMs, iso, type BlockOfferForm } from "@sanshi/contract";
import { parsePrice, type Price } from "@sanshi/money";
import { bandOf } from "../../apps/server/src/products/block-trades/price-band.ts";
import { publishBlock } from "../../apps/server/src/products/block-trades/publishing.ts";
import type { TestApplication } from "./test-application.ts";

/** Toyota at 2,700 yen in lots of ten, which opens in a second and closes in an hour. */
export function testBlock(now: number, more: Partial<BlockOfferForm> = {}): BlockOfferForm {
  const at = (hours: number) => iso(now + hours * hourMs);
  return {
    type: "jpy",
    code: "7203",
    seller: "house",
    consent: null,
    seller_names: { jp: "三市証券", cn: "三市证券", us: "Sanshi Securities" },
    price: "2700",
    lot: "10",
    total: "1000",
    minimum: "10",
    maximum: "100",
    rule: "first_come",
    invited_only: false,
    cancellable: true,
    opens_at: iso(now + 1_000),
    closes_at: at(1),
    settles_at: at(1),
    lock_up_days: 2,
    ...more,
  };
}

/** Publishes as two operators would; its window is open when it answers. */
export async function newBlock(
  app: Pick<TestApplication, "context" | "advance">,
  more: Partial<BlockOfferForm> = {},
): Promise<bigint> {
  const at = app.context.clock.now();
  const form = testBlock(at, more);
  const priced = (text: string): Price => {
    const price = parsePrice(text);
    if (price === null) throw new Error(`${text} is no price`);
    return price;
  };
  const [price, reference] = [priced(form.price), priced("2850")];
  const instrument = app.context.quotes.instrument(form.type, form.code);
  if (instrument === null) throw new Error(`${form.code} is not listed`);
  const terms = { sold: null, price, reference, limits: bandOf(instrument, price, at) };
  const id = await app.context.database.transaction((transaction) =>
    publishBlock(app.context, transaction, form, terms, { proposalId: null, at }),
  );
  await app.advance(2);
  return id;
}
