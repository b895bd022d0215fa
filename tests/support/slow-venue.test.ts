import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { holdToContract } from "./reporting-venue-contract.ts";
import { calm, createSlowVenue, roughSea } from "./slow-venue.ts";

holdToContract("the slow venue on a calm line", async () => underTest({ ...calm }));
// Reports overtake each other and come twice; nothing is lost or left undone.
holdToContract("the slow venue on a rough line", async () =>
  underTest({ ...calm, doubled: 400, delayTicksMax: 6 }),
);

async function underTest(faults: typeof calm) {
  const slow = createSlowVenue(7, faults);
  const pass = async () => {
    for (let tick = 0; tick < 12; tick += 1) slow.tick();
  };
  return {
    venue: slow.venue,
    pass,
    fill: async (id: string, quantity: ReturnType<typeof shares>) => slow.fill(id, quantity),
    async bust(id: string) {
      slow.bust(id);
      return true;
    },
  };
}

describe("the slow venue", () => {
  it("does the same again for the same seed and calls", async () => {
    const run = async () => {
      const slow = createSlowVenue(11, { ...roughSea, away: 0 });
      const heard: string[] = [];
      const session = await slow.venue.connect(0n, {
        report: ({ sequence, type }) => void heard.push(`${sequence} ${type}`),
        heartbeat: () => undefined,
        away: () => void heard.push("away"),
      });
      for (let count = 0; count < 60; count += 1) {
        const clientOrderId = String(count);
        session.submit({
          clientOrderId,
          market: "usd",
          code: "AAPL",
          side: "buy",
          quantity: shares(50n),
          limit: price(1_000n),
          immediateOrCancel: count % 5 === 0,
        });
        slow.tick();
      }
      return heard;
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(50);
    expect(await run()).toEqual(first);
  });
});
