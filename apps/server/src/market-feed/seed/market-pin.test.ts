import { dayMs } from "@sanshi/contract";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createAuditLog } from "../../platform/audit-log.ts";
import { StartError } from "../../platform/postgres/start-error.ts";
import { keyRingOf } from "../../platform/sealing/key-ring.ts";
import { sealedKey } from "../../platform/sealing/sealer.ts";
import { createDatabase, rows, sql, type Database } from "../../platform/sql/database.ts";
import { demoCompanies } from "../companies/companies.ts";
import { createSimulatedFx } from "../fx/simulated-fx.ts";
import type { Bar } from "../market-feed.ts";
import { openChance, type Chance } from "../simulated/chance.ts";
import { createSimulatedFeed } from "../simulated/simulated-feed.ts";
import { commitmentTo } from "./commitment.ts";
import { pinMarket, type PinParts } from "./market-pin.ts";

const born = Date.parse("2026-11-20T05:15:00Z");
const ring = keyRingOf([randomBytes(32)]);
const simulated: PinParts["settings"] = {
  market: { kind: "simulated" },
  marketSeed: null,
  marketHours: "always",
};
const companies = demoCompanies().filter(({ code }) => ["7203", "AAPL", "600519"].includes(code));

let made: TestDatabase;
let database: Database;
beforeEach(async () => {
  made = await createTestDatabase();
  database = createDatabase(made.connectionString, { poolMax: 4 });
});
afterEach(async () => {
  await database.close();
  await made.drop();
});

const start = (settings = simulated, now = born) =>
  pinMarket({ database, ring, auditLog: createAuditLog(database), settings, now });

/** What a migration leaves in a database that an older release has served. */
const servedBefore = () =>
  sql`
    INSERT INTO instance (market_kind, venue_kind, rates_kind, past_seed)
    VALUES ('simulated', 'simulated', 'simulated', 'sanshi')`.execute(database.reader);

function closesAt(chance: Chance, now: number): Record<string, bigint>[] {
  const feed = createSimulatedFeed({
    chance,
    hours: "always",
    companies,
    clock: { now: () => now },
  });
  return companies.map(({ market, code }) => {
    const bars = feed.bars({ market, code, period: "1d", before: now + 1, limit: 20 });
    return Object.fromEntries((bars as readonly Bar[]).map((bar) => [bar.tradingDate, bar.close]));
  });
}
const fxAt = (chance: Chance, now: number) => createSimulatedFx(chance).ratesAt(now)!.perDollar;

describe("the edition of the market", () => {
  const pinnedBefore = async () => {
    const owner = createDatabase(made.ownerConnectionString, { poolMax: 1 });
    await sql`ALTER TABLE market_pin DISABLE TRIGGER ALL`.execute(owner.reader);
    await sql`UPDATE market_pin SET edition = 1`.execute(owner.reader);
    await owner.close();
  };

  it("is the newest of a new database, and the first of one that was pinned before there were two", async () => {
    const lesson = { ...simulated, marketSeed: "lesson-1" };
    expect((await start(lesson)).chance.edition).toBe(2);
    await pinnedBefore();
    expect((await start(lesson)).chance.edition).toBe(1);
  });

  it("is what a secret market has committed to", async () => {
    const { origin, commitment } = await start();
    expect(origin?.edition).toBe(2);
    await pinnedBefore();
    const before = await start();
    // The row that says otherwise is not what was committed to, as anybody can see.
    expect(commitmentTo(before.origin!)).not.toEqual(commitment);
    expect(commitmentTo(origin!)).toEqual(commitment);
  });
});

describe("a new database", () => {
  it("has prices that a copy with this program's old seed, or with all that is public, cannot foresee", async () => {
    const pin = await start();
    const later = born + 10 * dayMs;
    const own = closesAt(pin.chance, later);
    const { pastSeed } = pin.origin!;
    for (const guess of [openChance("sanshi"), openChance(pastSeed)]) {
      const foreseen = closesAt(guess, later);
      for (const [stock] of companies.entries()) {
        const days = Object.entries(own[stock]!).filter(([date]) => date >= "2026-11-20");
        expect(days.length).toBeGreaterThan(9);
        const right = days.filter(([date, close]) => foreseen[stock]![date] === close);
        // A price or two may be the same by chance.
        expect(right.length).toBeLessThan(5);
      }
      expect(fxAt(guess, later)).not.toEqual(fxAt(pin.chance, later));
    }
    expect(pin.isForeseeable(born)).toBe(false);
  });

  it("keeps its seed over a restart, the same in every process, and no other database has it", async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const again = await start(simulated, born + 3 * dayMs);
    expect([other.commitment, again.commitment]).toEqual([one.commitment, one.commitment]);
    expect(closesAt(again.chance, born + dayMs)).toEqual(closesAt(one.chance, born + dayMs));
    expect(again.origin).toEqual(one.origin);
    const second = await createTestDatabase();
    const elsewhere = createDatabase(second.connectionString, { poolMax: 1 });
    const auditLog = createAuditLog(elsewhere);
    const parts = { database: elsewhere, ring, auditLog, settings: simulated, now: born };
    expect((await pinMarket(parts)).commitment).not.toEqual(one.commitment);
    await elsewhere.close();
    await second.drop();
  });

  it("keeps its seed sealed: no table has any part of a day, and another key opens nothing", async () => {
    const { chance, revealed } = await start();
    const secrets = [
      await sealedKey(database, ring, "market_seed"),
      Buffer.from(chance.of(chance.secretFrom + 400).key!.buffer),
      revealed(born + 400 * dayMs)!.part,
    ].map((secret) => secret.toString("hex"));
    const columns = await rows(
      database.reader,
      sql<{ table: string; column: string }>`SELECT table_name AS table, column_name AS column
        FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type IN ('bytea', 'text', 'jsonb')`,
    );
    for (const { table, column } of columns) {
      const stored = await rows(
        database.reader,
        sql<{ value: Buffer | string }>`SELECT DISTINCT ${sql.ref(column)} AS value
          FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`,
      );
      for (const { value } of stored) {
        const text = Buffer.isBuffer(value) ? value.toString("hex") : JSON.stringify(value);
        expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      }
    }
    const auditLog = createAuditLog(database);
    const stranger = keyRingOf([randomBytes(32)]);
    const parts = { database, ring: stranger, auditLog, settings: simulated, now: born };
    await expect(pinMarket(parts)).rejects.toThrow("The document key is not the one");
  });

  it("commits to everything that decides its prices, and cannot change a word of it afterwards", async () => {
    const { origin, commitment } = await start();
    expect(commitmentTo(origin!)).toEqual(commitment);
    for (const other of [
      { edition: 1 as const },
      { pastSeed: "x" },
      { hours: "exchange" as const },
      { secretFrom: "2026-11-21" },
      { pinnedAt: born + 1 },
      { feed: "replay" },
      { anchor: randomBytes(32) },
    ]) {
      expect(commitmentTo({ ...origin!, ...other })).not.toEqual(commitment);
    }
    const change = sql`UPDATE market_pin SET past_seed = 'x'`;
    await expect(change.execute(database.reader)).rejects.toThrow("permission denied");
    const owner = createDatabase(made.ownerConnectionString, { poolMax: 1 });
    await expect(change.execute(owner.reader)).rejects.toThrow("append-only");
    await owner.close();
  });

  it("reveals a day's part when the day is over in New York, where it ends last", async () => {
    const { revealed, chance } = await start();
    expect(revealed(born)?.date).toBe("2026-11-19");
    expect(revealed(Date.parse("2026-11-21T04:59:59.999Z"))?.date).toBe("2026-11-19");
    expect(revealed(Date.parse("2026-11-21T05:00:00Z"))?.date).toBe("2026-11-20");
    expect(revealed(Date.parse("2150-01-01T00:00:00Z"))?.date).toBe("2099-12-30");
    expect(chance.of(70_000).key).not.toBeNull();
  });
});

describe("a database that was served before", () => {
  it("keeps its past, the present day included, and is secret from the next day on", async () => {
    await servedBefore();
    const pin = await start();
    expect(pin.origin).toMatchObject({
      edition: 1,
      pastSeed: "sanshi",
      secretFrom: "2026-11-21",
    });
    const later = born + 10 * dayMs;
    const [own, foreseen] = [pin.chance, openChance("sanshi")].map((one) => closesAt(one, later));
    const secret: boolean[] = [];
    for (const [stock] of companies.entries()) {
      for (const [date, close] of Object.entries(own![stock]!)) {
        if (date <= "2026-11-20") expect(close).toBe(foreseen![stock]![date]);
        else secret.push(close !== foreseen![stock]![date]);
      }
    }
    // Two markets may come to the same price of a stock on a day by chance.
    expect(secret.filter(Boolean).length).toBeGreaterThan(secret.length * 0.9);
    expect(pin.isForeseeable(born)).toBe(true);
    expect(pin.isForeseeable(Date.parse("2026-11-21T04:59:59Z"))).toBe(true);
    expect(pin.isForeseeable(Date.parse("2026-11-21T05:00:00Z"))).toBe(false);
  });

  it("begins its secret days where no market has the day already", async () => {
    await servedBefore();
    // In Tokyo it is the 21st.
    const pin = await start(simulated, Date.parse("2026-11-20T15:30:00Z"));
    expect(pin.origin!.secretFrom).toBe("2026-11-22");
  });

  it("goes on with the MARKET_SEED that it is given, and says that prices can be foreseen", async () => {
    await servedBefore();
    const pin = await start({ ...simulated, marketSeed: "lesson-1" });
    expect(pin).toMatchObject({ origin: null, commitment: null });
    const later = born + 3 * dayMs;
    expect(pin.isForeseeable(later)).toBe(true);
    expect(pin.revealed(later)).toBeNull();
    expect(closesAt(pin.chance, later)).toEqual(closesAt(openChance("lesson-1"), later));
  });
});

describe("a later start", () => {
  const given = { ...simulated, marketSeed: "lesson-1" };
  const replay = { ...simulated, market: { kind: "replay", folder: "/bars" } as const };

  it.each([
    ["a seed on a secret one", simulated, given, "a secret seed of its own: leave MARKET_SEED out"],
    ["another seed", given, { ...given, marketSeed: "lesson-2" }, "another MARKET_SEED"],
    ["another feed", simulated, replay, "come from MARKET=simulated"],
    ["a feed on a replay", replay, simulated, "come from MARKET=replay"],
    [
      "other hours",
      simulated,
      { ...simulated, marketHours: "exchange" as const },
      "keeps MARKET_HOURS=always",
    ],
  ])("with %s is refused in one sentence and recorded", async (_what, first, second, sentence) => {
    await start(first);
    await expect(start(second)).rejects.toThrow(StartError);
    await expect(start(second)).rejects.toThrow(sentence);
    const records = await rows(
      database.reader,
      sql<{ method: string; outcome: string; details: object }>`
        SELECT method, outcome, details FROM audit_entry ORDER BY number`,
    );
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ method: "START", outcome: "market_pinned" });
    expect(JSON.stringify(records)).not.toContain("lesson");
    await start(first);
  });

  it("without MARKET_SEED goes on with the one that was given", async () => {
    await start(given);
    const pin = await start();
    expect(closesAt(pin.chance, born)).toEqual(closesAt(openChance("lesson-1"), born));
    expect(pin.isForeseeable(born)).toBe(true);
  });

  it("of a replay may keep other hours: its prices are the record's", async () => {
    await start(replay);
    await expect(start({ ...replay, marketHours: "exchange" })).resolves.toBeDefined();
  });
});
