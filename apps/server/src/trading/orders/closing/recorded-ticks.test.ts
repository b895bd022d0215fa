import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { opening, startReplay } from "../../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../../tests/support/builders.ts";

it("a trailing stop of a recorded day follows on that day's ticks, as it is placed and as it rises", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sanshi-ticks-"));
  const lines = ["symbol,date,open,high,low,close,volume"];
  for (const date of ["2023-05-22", "2023-05-23", "2023-05-24"]) {
    const [low, high] = date === "2023-05-24" ? [2_001, 2_120] : [2_001, 2_001];
    lines.push(`4689.T,${date},${low},${high},${low},${high},4000000`);
  }
  await writeFile(join(folder, "bars.csv"), lines.join("\n"));
  const environment = { MARKET_HOURS: "exchange", SIMULATED_GRANT: "JPY:9000000" };
  const { app, playTo } = await startReplay(folder, null, "2023-05-22", environment);
  try {
    await playTo(opening("jpy", "2023-05-23") + 3_000);
    const customer = await app.newCustomer();
    const exits = "50:::1.7%,50::1900";
    const { id } = await app.accepted(
      "/trade/place-order",
      testOrder({ code: "4689", exits }),
      customer,
    );
    const read = async () =>
      (await app.accepted("/trade/position", { id }, customer)).closing_orders;
    // A whole yen below 1,966.983, and below 2,083.96 then: half a yen became the tick a fortnight later.
    expect((await read())[0]?.stop_price).toBe("1966");
    await playTo(opening("jpy", "2023-05-24") + 3_600_000 * 7);
    await app.settle();
    await expect.poll(async () => (await read())[0]?.stop_price).toBe("2083");
  } finally {
    await app.stop();
    await rm(folder, { recursive: true });
  }
});
