import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import {
  isAbandoned,
  lockDataFolder,
  startPostgres,
  stopLeftOver,
} from "../../apps/server/src/platform/postgres/index.ts";
import {
  prepareDatabase,
  type DatabaseAddresses,
} from "../../apps/server/src/platform/sql/prepare-database.ts";
import { templateName, withDatabase } from "./connection-string.ts";
import { quickFolder } from "./quick-folder.ts";
import { sqlClient } from "./sql-client.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's own PostgreSQL, signed in to a database from which its owner can make others. */
    testPostgres: DatabaseAddresses;
  }
}

const migrationsFolder = fileURLToPath(new URL("../../database/migrations", import.meta.url));

/** One PostgreSQL for the whole run, in a folder of its own, so that several runs can go on at once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await sharePostgres();
  project.provide("testPostgres", shared.addresses);
  return shared.leave;
}

interface SharedPostgres {
  readonly addresses: DatabaseAddresses;
  readonly stop: () => Promise<void>;
  users: number;
}

/** Every vitest project loads this file anew; the process is what they have in common. */
const shelf = globalThis as { sanshiTestPostgres?: Promise<SharedPostgres> };

async function sharePostgres() {
  shelf.sanshiTestPostgres ??= startTestPostgres();
  const shared = await shelf.sanshiTestPostgres;
  shared.users += 1;
  return {
    addresses: shared.addresses,
    async leave() {
      shared.users -= 1;
      if (shared.users > 0) return;
      delete shelf.sanshiTestPostgres;
      await shared.stop();
    },
  };
}

async function startTestPostgres(): Promise<SharedPostgres> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(quickFolder, "sanshi-test-"));
  await lockDataFolder(dataDir);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log, durable: false });
  const { connectionString, ownerConnectionString } = postgres;
  const addresses = { connectionString, ownerConnectionString };
  await makeTemplate(addresses);
  return {
    addresses,
    users: 0,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed could not clean up after itself: the next one does. */
async function removeAbandoned(): Promise<void> {
  for (const place of new Set([tmpdir(), quickFolder])) {
    const names = (await readdir(place)).filter((name) => /^sanshi-(test|application)-/.test(name));
    for (const dataDir of names.map((name) => join(place, name)).filter(isAbandoned)) {
      await stopLeftOver(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

async function makeTemplate(addresses: DatabaseAddresses): Promise<void> {
  const client = sqlClient(addresses.ownerConnectionString);
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const inTemplate = {
    connectionString: withDatabase(addresses.connectionString, templateName),
    ownerConnectionString: withDatabase(addresses.ownerConnectionString, templateName),
  };
  await prepareDatabase(inTemplate, migrationsFolder);
}
