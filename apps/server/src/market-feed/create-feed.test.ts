import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StartError } from "../platform/postgres/start-error.ts";
import { createFeed } from "./create-feed.ts";
import { openChance } from "./simulated/chance.ts";

const clock = { now: () => Date.parse("2026-11-20T05:15:00Z") };
const common = { marketHours: "always" } as const;
const chance = () => Promise.resolve({ chance: openChance("sanshi") });
const noChance = () => Promise.reject(new Error("a feed that draws nothing was given chance"));

describe("choosing a feed by the settings", () => {
  it("simulates by default", async () => {
    const feed = await createFeed({ ...common, market: { kind: "simulated" } }, clock, chance);
    expect(feed).toMatchObject({ name: "simulated", kind: "simulated" });
  });

  it("replays a folder, and never calls that live", async () => {
    const folder = await mkdtemp(join(tmpdir(), "feed-"));
    await writeFile(
      join(folder, "bars.csv"),
      "symbol,date,open,high,low,close,volume\nAAPL,2026-11-19,1,2,1,2,10\n",
    );
    const feed = await createFeed(
      { ...common, market: { kind: "replay", folder } },
      clock,
      noChance,
    );
    expect(feed).toMatchObject({ name: "replay", kind: "simulated" });
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ kind: "replay", folder: join(tmpdir(), "there-is-no-such-folder") }, "cannot be replayed"],
    [{ kind: "live", adapter: "nasdaq" }, 'adapter "nasdaq"'],
  ] as const)("refuses %j in one sentence", async (market, message) => {
    const refused = createFeed({ ...common, market }, clock, noChance);
    await expect(refused).rejects.toThrow(StartError);
    await expect(createFeed({ ...common, market }, clock, noChance)).rejects.toThrow(message);
  });
});
