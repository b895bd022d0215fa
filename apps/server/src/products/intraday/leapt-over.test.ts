import { expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { newRequestId } from "../../../../../tests/support/test-application.ts";

/** The first day closes at 104, where the bid is a tick lower, and the next opens at 90. */
const bars = [
  "KEP,2024-03-04,100,105,99,104,40000000",
  "KEP,2024-03-05,90,91,89,90,40000000",
  "KEP,2024-03-06,80,81,79,80,40000000",
];

it("is squared off at the price of its own window where the clock leaps over it, without a fee for the night", async () => {
  const replay = await startWrittenReplay({ bars, actions: [], from: "2024-03-04" });
  const { app, customer } = replay;
  try {
    await replay.playToOpening("2024-03-04");
    const asked = {
      type: "usd",
      code: "KEP",
      side: "long",
      leverage: "2",
      quantity: "10",
    } as const;
    await app.accepted("/trade/apply-intraday", { ...asked, request_id: newRequestId() }, customer);
    const newest = async () =>
      (await app.accepted("/trade/intradaylist", { type: "usd" }, customer))[0]!;
    const { squares_off_at: from, session_ends_at: until } = await newest();
    await replay.playToOpening("2024-03-06");
    await expect.poll(async () => (await newest()).state).toBe("completed");
    const done = await newest();
    expect(done).toMatchObject({
      squared_off: [{ price: "103.99", quantity: "10" }],
      carried_at: null,
      carry_over_fee: null,
      interest: "0.00",
    });
    const at = done.squared_off[0]?.at ?? "";
    expect(at >= from && at <= until).toBe(true);
    expect(await app.ledgerFaults()).toEqual([]);
  } finally {
    await replay.stop();
  }
});
