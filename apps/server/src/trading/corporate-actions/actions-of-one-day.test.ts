import { afterAll, beforeAll, expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import type { SignedIn } from "../../../../../tests/support/test-application.ts";

let replay: Awaited<ReturnType<typeof startWrittenReplay>>;
let customer: SignedIn;
const days = ["2024-03-04", "2024-03-05", "2024-03-06", "2024-03-07"];
/** At one price before the third day and at another from it on. */
const over = (code: string, before: number, after: number, volume = 40_000_000) =>
  days.map((date, index) => {
    const at = index < 2 ? before : after;
    return [code, date, at, at, at, at, volume].join();
  });

beforeAll(async () => {
  replay = await startWrittenReplay({
    from: "2024-03-04",
    bars: [
      ...over("SPD", 50, 24.75),
      ...over("RVS", 10, 100),
      ...over("RNM", 30, 15).slice(0, 2),
      ...over("RNN", 30, 15).slice(2),
      ...over("PRT", 10, 5, 400),
    ],
    actions: [
      "SPD,2024-03-06,split,2",
      "SPD,2024-03-06,dividend,0.50",
      "RVS,2024-03-06,reverse split,10",
      "RNM,2024-03-06,renamed,RNN",
      "RNN,2024-03-06,split,2",
      "PRT,2024-03-06,split,2",
    ],
  });
  ({ customer } = replay);
});
afterAll(() => replay.stop());

const order = async (code: string, more: Partial<PlaceInput>) => {
  const form = testOrder({ type: "usd", code, ...more });
  return (await replay.app.accepted("/trade/place-order", form, customer)).id;
};
const position = (id: string) => replay.app.accepted("/trade/position", { id }, customer);

it("keeps what is held, short, renamed and partly filled worth what it was, each with all that falls on one day", async () => {
  const { app } = replay;
  await replay.playToOpening("2024-03-05");
  const ids = {
    paid: await order("SPD", { quantity: "100" }),
    short: await order("RVS", { quantity: "105", side: "short" }),
    renamed: await order("RNM", { quantity: "10" }),
    partly: await order("PRT", { quantity: "600", kind: "limit", price: "10.20" }),
  };
  await app.settle();
  const before = Number((await position(ids.partly)).quantity_opened);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(600);

  await replay.playToOpening("2024-03-06");
  // The dividend is of the shares before the split.
  const paid = await position(ids.paid);
  expect(paid).toMatchObject({ stock_num: "200" });
  expect(paid.actions.map(({ amount }) => Number(amount)).toSorted()).toEqual([0, 50]);
  // Ten for a hundred are ten new ones; five old ones are bought back.
  expect(await position(ids.short)).toMatchObject({ stock_num: "10", side: "short" });
  expect(await position(ids.renamed)).toMatchObject({ code: "RNN", stock_num: "20" });
  const split = await position(ids.partly);
  expect(split).toMatchObject({ limit_price: "5.10" });
  expect(Number(split.quantity_opened) + Number(split.quantity_waiting)).toBe(1_200);
  expect(Number(split.quantity_opened)).toBeGreaterThanOrEqual(2 * before);

  await replay.playToOpening("2024-03-07");
  const last = await position(ids.partly);
  expect(Number(last.quantity_opened)).toBeGreaterThan(Number(split.quantity_opened));
  // What was bought before and after cost the same a share, in the shares of now.
  expect(Number(last.buy_price)).toBeCloseTo(5, 1);
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const { markets } = await app.accepted("/user/profit", { currency: "USD" }, customer);
  const net = Number(currencies.find(({ currency }) => currency === "USD")?.net_assets);
  const profit = Number(markets.find(({ type }) => type === "usd")?.profit);
  expect((net - 1_000_000).toFixed(2)).toBe(profit.toFixed(2));
  expect(await app.ledgerFaults()).toEqual([]);
});
