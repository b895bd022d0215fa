import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../../../tests/support/test-database.ts";
import type { TestDatabase } from "../../../tests/support/test-database.ts";
import { projectFolder } from "./application.ts";
import { claimInstance } from "./instance-claim.ts";
import { createFxFeed } from "./market-feed/fx/create-fx-feed.ts";
import { openChance } from "./market-feed/simulated/chance.ts";
import { StartError } from "./platform/postgres/start-error.ts";
import { createDatabase, sql, type Database } from "./platform/sql/database.ts";
import { migrate } from "./platform/sql/migrate.ts";
import { createVenue } from "./venues/create-venue.ts";

const simulated = { name: "simulated", kind: "simulated" } as const;
const live = { name: "tse-flex", kind: "live" } as const;
const allSimulated = { feed: simulated, venue: simulated, rates: simulated };
const allLive = { feed: live, venue: live, rates: live };

let made: TestDatabase;
let database: Database;

beforeEach(async () => {
  made = await createTestDatabase();
  database = createDatabase(made.connectionString, { poolMax: 2 });
});

afterEach(async () => {
  await database.close();
  await made.drop();
});

describe("simulated and live cannot mix", () => {
  it.each([
    [{ ...allLive, venue: simulated }, 'feed "tse-flex" is live, and the venue "simulated"'],
    [{ ...allLive, rates: simulated }, 'exchange rates "simulated" is simulated'],
    [{ ...allSimulated, venue: live }, 'feed "simulated" is simulated, and the venue "tse-flex"'],
    [{ ...allSimulated, rates: live }, 'exchange rates "tse-flex" is live'],
  ])("in one instance", async (parts, message) => {
    const claim = claimInstance(database, parts);
    await expect(claim).rejects.toThrow(StartError);
    await expect(claim).rejects.toThrow(message);
    await expect(claimInstance(database, allLive)).resolves.toBeUndefined();
  });

  it("in one database, whichever was there first", async () => {
    await claimInstance(database, allSimulated);
    await expect(claimInstance(database, allSimulated)).resolves.toBeUndefined();
    await expect(claimInstance(database, allLive)).rejects.toThrow(
      'claimed by a simulated market and cannot be served by a live one ("tse-flex")',
    );
  });

  it("by any part of a database that another hand has altered", async () => {
    const owner = createDatabase(made.ownerConnectionString, { poolMax: 1 });
    await sql`ALTER TABLE instance DROP CONSTRAINT instance_is_of_one_kind`.execute(owner.reader);
    await claimInstance(database, allSimulated);
    await sql`UPDATE instance SET venue_kind = 'live'`.execute(owner.reader);
    await expect(claimInstance(database, allSimulated)).rejects.toThrow(
      'claimed by a live venue and cannot be served by a simulated one ("simulated")',
    );
    await sql`UPDATE instance SET venue_kind = 'simulated', rates_kind = 'live'`.execute(
      owner.reader,
    );
    await expect(claimInstance(database, allSimulated)).rejects.toThrow(
      "claimed by a live source of exchange rates",
    );
    await owner.close();
  });

  it("in the database itself", async () => {
    const insert = sql`
      INSERT INTO instance (market_kind, venue_kind, rates_kind)
      VALUES ('live', 'simulated', 'live')`;
    await expect(insert.execute(database.reader)).rejects.toThrow("instance_is_of_one_kind");
  });

  it("by settings: a live market falls through to no simulated part", () => {
    const market = { kind: "live", adapter: "tse-flex" } as const;
    expect(() => createVenue({ market })).toThrow('adapter "tse-flex", and no venue');
    expect(() => createFxFeed({ market }, openChance("any"))).toThrow(
      'adapter "tse-flex", and no exchange rates',
    );
  });
});

it("claims a database of the release before by what that was served with", async () => {
  const empty = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "sanshi-migrations-"));
  const all = join(projectFolder, "database/migrations");
  const names = (await readdir(all)).filter((name) => name.endsWith(".sql")).toSorted();
  for (const name of names.filter((one) => one < "0240")) {
    await writeFile(join(folder, name), await readFile(join(all, name)));
  }
  await migrate(empty.ownerConnectionString, folder);
  const before = createDatabase(empty.ownerConnectionString, { poolMax: 1 });
  await sql`INSERT INTO instance (market_kind) VALUES ('simulated')`.execute(before.reader);
  await migrate(empty.ownerConnectionString, all);
  await expect(claimInstance(before, allSimulated)).resolves.toBeUndefined();
  await expect(claimInstance(before, allLive)).rejects.toThrow("claimed by a simulated market");
  await before.close();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});
