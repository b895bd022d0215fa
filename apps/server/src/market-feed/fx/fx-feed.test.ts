import { dayMs } from "@sanshi/contract";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currencies } from "@sanshi/money";
import { afterAll, describe, expect, it } from "vitest";
import { openChance } from "../simulated/chance.ts";
import { createReplayFx } from "./replay-fx.ts";
import { createSimulatedFx } from "./simulated-fx.ts";

const at = Date.UTC(2026, 10, 21, 3, 4, 5);

describe("simulated reference rates", () => {
  it("are the same for the same seed and moment, in whatever order they are asked", () => {
    const [one, other] = [createSimulatedFx(openChance("a")), createSimulatedFx(openChance("a"))];
    other.ratesAt(at + 400 * dayMs);
    expect(one.ratesAt(at)).toEqual(other.ratesAt(at));
    expect(createSimulatedFx(openChance("b")).ratesAt(at)).not.toEqual(one.ratesAt(at));
  });

  it("quote all nine currencies, hold some seconds, and never leap", () => {
    const fx = createSimulatedFx(openChance("sanshi"));
    let before = fx.ratesAt(at)!;
    let changes = 0;
    for (let step = 1; step <= 2_000; step += 1) {
      const rates = fx.ratesAt(at + step * 60_000)!;
      if (rates.sequence !== before.sequence) changes += 1;
      for (const currency of currencies) {
        const [now, then] = [Number(rates.perDollar[currency]), Number(before.perDollar[currency])];
        expect(Math.abs(now / then - 1)).toBeLessThan(0.005);
      }
      before = rates;
    }
    expect(changes).toBeGreaterThan(1_900);
    expect(fx.ratesAt(at + 1)!.sequence).toBe(fx.ratesAt(at)!.sequence);
  });

  it("stay about the real rates that they return to over years", () => {
    const fx = createSimulatedFx(openChance("sanshi"));
    for (let day = 0; day < 2_000; day += 10) {
      const { perDollar } = fx.ratesAt(at + day * dayMs)!;
      expect(Number(perDollar.JPY) / 160.77e6).toBeGreaterThan(0.75);
      expect(Number(perDollar.JPY) / 160.77e6).toBeLessThan(1.25);
      expect(Math.abs(Number(perDollar.HKD) / 7.8377e6 - 1)).toBeLessThan(0.01);
    }
  });
});

describe("recorded reference rates", () => {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-fx-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "fx"));
  const lines = (name: string, ...text: string[]) =>
    writeFileSync(join(folder, "fx", name), [...text, ""].join("\n"));
  lines("euro.csv", "date,USD,JPY", "2020-01-02,1.25,125", "2020-01-03,1.2,126");
  lines("dollar.csv", "date,base,JPY,VND", "2020-01-06,USD,110.5,23000");
  lines("dollar_monthly.csv", "month,TWD,JPY", "2020-01-01,30,1", "2020-01-02,31,1");

  it("hold from their day on, over the dollar, and leave out what nobody quoted yet", () => {
    const fx = createReplayFx(folder);
    expect(fx.ratesAt(Date.UTC(2019, 0, 1))).toBeNull();
    expect(fx.ratesAt(Date.UTC(2020, 0, 2, 12))?.perDollar).toEqual({
      USD: 1_000_000n,
      JPY: 100_000_000n,
      TWD: 31_000_000n,
    });
    expect(fx.ratesAt(Date.UTC(2020, 0, 5))?.perDollar.JPY).toBe(105_000_000n);
    expect(fx.ratesAt(Date.UTC(2020, 0, 6))).toMatchObject({
      feed: "replay",
      at: Date.UTC(2020, 0, 6),
      perDollar: { JPY: 110_500_000n, VND: 23_000_000_000n },
    });
  });

  it("are refused as a whole where there is no line of them", () => {
    const empty = mkdtempSync(join(tmpdir(), "sanshi-fx-"));
    mkdirSync(join(empty, "fx"));
    expect(() => createReplayFx(empty)).toThrow("holds no exchange rates");
    rmSync(empty, { recursive: true });
  });
});
