import { createHash } from "node:crypto";
import { keyRingOf, type KeyRing } from "../../apps/server/src/platform/sealing/key-ring.ts";
import { purposeOf, sealWith } from "../../apps/server/src/platform/sealing/sealer.ts";
import { sql, type Database } from "../../apps/server/src/platform/sql/database.ts";
import { testSeed } from "./chance.ts";

const name = "market_seed";

/**
 * Gives a database the secret seed of the run, which the server would draw by itself: from each seed follow
 * 27,000 hashes, and the server remembers those of the newest one.
 */
export async function keepMarketSeed(owner: Database, documentKey: string): Promise<void> {
  const ring: KeyRing = keyRingOf([Buffer.from(documentKey, "base64")]);
  const seed = createHash("sha256").update(`market ${testSeed}`).digest();
  const sealed = sealWith(ring, seed, purposeOf(name));
  await sql`INSERT INTO sealed_key (name, sealed) VALUES (${name}, ${sealed})`.execute(
    owner.reader,
  );
}
