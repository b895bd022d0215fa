import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StartError } from "../platform/postgres/start-error.ts";
import { createFeed } from "./create-feed.ts";
import { openChance } from "./simulated/chance.ts";

const clock = { now: () => Date.parse("2026-11-20T05:15:00Z") };
const common = { marketHours: "always" } as const;
const pinnedAt = clock.now();
const chance = () => Promise.resolve({ chance: openChance("sanshi"), pinnedAt });
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
    const feed = await createFeed({ ...common, market: { kind: "replay", folder } }, clock, chance);
    expect(feed).toMatchObject({ name: "replay", kind: "simulated" });
    await rm(folder, { recursive: true });
  });

  it("goes on with a record where it was, and tells what it left out of it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "feed-"));
    const rows = ["AAPL,2014-06-05,1,2,1,2,10", "AAPL,2014-06-06,3,4,3,4,10", "AAPL,,1,1,1,1,1"];
    await writeFile(
      join(folder, "bars.csv"),
      ["symbol,date,open,high,low,close,volume", ...rows].join("\n"),
    );
    const told: string[] = [];
    const market = { kind: "replay", folder } as const;
    const dayMs = 86_400_000;
    const since = (days: number) => () =>
      Promise.resolve({ chance: openChance("sanshi"), pinnedAt: pinnedAt - days * dayMs });
    const dates = async (days: number) => {
      const feed = await createFeed({ ...common, market }, clock, since(days), (text) =>
        told.push(text),
      );
      return feed.snapshot().map(({ tradingDate }) => tradingDate);
    };
    expect(await dates(0)).toEqual([]);
    expect(await dates(1)).toEqual(["2014-06-05"]);
    expect(await dates(2)).toEqual(["2014-06-06"]);
    expect(told[0]).toBe(
      "bars.csv: 1 row left out, the first in line 4 (the date is missing or none; nothing stands there; write days as 2026-11-24)",
    );
    const { record } = await createFeed({ ...common, market }, clock, since(2));
    expect(record?.()).toEqual({
      stocks: [
        {
          ...{ market: "usd", code: "AAPL", name: "Apple", days: 2, minutes: 0, extended: 0 },
          ...{ from: "2014-06-05", until: "2014-06-06" },
        },
      ],
      leftOut: [
        {
          ...{ reason: "no_date", file: "bars.csv", line: 4, rows: 1 },
          ...{ found: "", values: {} },
        },
      ],
      leftOutMore: null,
    });
    await rm(folder, { recursive: true });
  });

  it("says of each file why nothing is taken of it before it refuses the folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sanshi-feed-"));
    await writeFile(join(folder, "names.csv"), "symbol,name\nAAPL,Apple\n");
    const said: string[] = [];
    const market = { kind: "replay", folder } as const;
    const refused = createFeed({ ...common, market }, clock, noChance, (text) => said.push(text));
    await expect(refused).rejects.toThrow("no recorded bars");
    expect(said).toEqual([
      "names.csv: left out (no column date, open, high, low, close, volume; found symbol, name in line 1; put date,open,high,low,close,volume above the rows)",
    ]);
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
