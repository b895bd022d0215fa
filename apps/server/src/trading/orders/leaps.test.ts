import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  closing,
  opening,
  startWrittenReplay,
} from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import type { SignedIn } from "../../../../../tests/support/test-application.ts";

type Replay = Awaited<ReturnType<typeof startWrittenReplay>>;
let replay: Replay;
let customer: SignedIn;

/** Each stock trades around 100 on the first two days; what follows is its own. */
const quiet = ["2024-03-04,100,100.2,99.8,100", "2024-03-05,100,100.2,99.8,100"];
const days: Record<string, readonly string[]> = {
  // Falls to a limit on one day, and is far above it when the step ends.
  DIP: ["2024-03-06,100,101,94,100", "2024-03-07,103,104,102,103", "2024-03-08,110,111,109,110"],
  // The gain is reached the day before the loss.
  GAIN: ["2024-03-06,100,106,99,104", "2024-03-07,100,101,90,95", "2024-03-08,100,101,99,100"],
  LOSS: ["2024-03-06,100,101,92,95", "2024-03-07,100,108,99,104", "2024-03-08,100,101,99,100"],
  // Rises, then falls by more than the distance, then rises again.
  TRAIL: ["2024-03-06,100,110,100,110", "2024-03-07,110,111,104,104", "2024-03-08,112,113,111,112"],
  // A purchase in the step, its gain a day later.
  BOTH: ["2024-03-06,100,101,94,96", "2024-03-07,97,107,96,105", "2024-03-08,100,101,99,100"],
  // Seven for one on the eighth: a limit in old shares is reached before, one in new shares after.
  OLD: ["2024-03-06,100,101,94,98", "2024-03-07,98,99,97,98", "2024-03-08,14,14.2,13.9,14"],
  NEW: ["2024-03-06,100,101,99,100", "2024-03-07,100,101,99,100", "2024-03-08,14,14.2,13,14"],
};

beforeAll(async () => {
  const rows = Object.entries(days).flatMap(([code, own]) =>
    [...quiet, ...own, "2024-03-11,100,101,99,100"].map((day) => `${code},${day},40000000`),
  );
  const actions = ["OLD,2024-03-08,split,7", "NEW,2024-03-08,split,7"];
  replay = await startWrittenReplay({ bars: rows, actions, from: "2024-03-05" });
  ({ customer } = replay);
});
afterAll(() => replay.stop());

const order = async (code: string, more: object = {}) =>
  (
    await replay.app.accepted(
      "/trade/place-order",
      testOrder({ type: "usd", code, quantity: "70", ...more }),
      customer,
    )
  ).id;
const position = (id: string) => replay.app.accepted("/trade/position", { id }, customer);
const fillsOf = async (id: string) =>
  (await position(id)).fills.map(({ side, price, quantity }) => `${side} ${quantity} ${price}`);

describe("a step of the clock over three days", () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    await replay.playTo(opening("usd", "2024-03-05") + 3_000);
    for (const [code, take_profit, stop_loss] of [
      ["GAIN", "105.00", "95.00"],
      ["LOSS", "105.00", "95.00"],
    ] as const) {
      ids[code] = await order(code, { take_profit, stop_loss });
    }
    const waiting = { kind: "limit", time_in_force: "until_cancelled" };
    ids["DIP"] = await order("DIP", { ...waiting, price: "95" });
    ids["BOTH"] = await order("BOTH", { ...waiting, price: "95", take_profit: "105.00" });
    ids["OLD"] = await order("OLD", { ...waiting, price: "95" });
    ids["NEW"] = await order("NEW", { ...waiting, price: "94.50" });
    ids["TRAIL"] = await order("TRAIL");
    await replay.playTo(closing("usd", "2024-03-05"));
    await replay.app.accepted(
      "/trade/close-position",
      {
        id: ids["TRAIL"],
        quantity: "70",
        kind: "trailing_stop",
        trail_amount: "5.00",
        time_in_force: "until_cancelled",
        request_id: crypto.randomUUID(),
      },
      customer,
    );
    await replay.playTo(opening("usd", "2024-03-11") + 3_000);
    await replay.app.settle();
  });

  it.each([
    ["fills a limit on the way, at the limit", "DIP", ["buy 70 95.00"]],
    ["takes the gain that came before the loss", "GAIN", ["buy 70 100.01", "sell 70 105.00"]],
    ["stops the loss that came before the gain", "LOSS", ["buy 70 100.01", "sell 70 95.00"]],
    ["follows the market up and sells as it turns", "TRAIL", ["buy 70 100.01", "sell 70 106.00"]],
    ["fills an order and then its exit", "BOTH", ["buy 70 95.00", "sell 70 105.00"]],
    ["meets the days before a split in their own shares", "OLD", ["buy 70 95.00"]],
    ["meets the days after a split in theirs", "NEW", ["buy 490 13.50"]],
  ])("%s", async (_what, code, fills) => {
    // What is filled in the step begins another wait: for its exit.
    await expect.poll(() => fillsOf(ids[code]!)).toEqual(fills);
  });
});
