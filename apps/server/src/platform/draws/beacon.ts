import { secondMs } from "@sanshi/contract";
import { readTerms, type Beacon, type NamedRound } from "@sanshi/draw";
import { isDrandRound, quicknet } from "@sanshi/draw/drand";
import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import type { Settings } from "../settings.ts";
import type { Database } from "../sql/database.ts";
import type { DrawBook } from "./draw-book.ts";

type BeaconContext = {
  database: Database;
  clock: Clock;
  log: Logger;
  settings: Pick<Settings, "drandUrl">;
};

const answerMsMax = 5 * secondMs;
/** A round has three hundred. */
const answerBytesMax = 10_000;

/**
 * Fetches the rounds of drand that the terms of closed draws name, once the draw is due. Only what the
 * network has signed is kept, so the address that is asked can be anybody's. Answers how many came.
 */
export async function hearBeacons(
  { database, clock, log, settings }: BeaconContext,
  book: Pick<DrawBook, "dueForBeacon" | "setBeacon">,
  signal: AbortSignal,
): Promise<number> {
  let heard = 0;
  for (const { id, terms } of await book.dueForBeacon(database.reader, clock.now())) {
    const { beacon: named } = readTerms(terms);
    if (named === null || settings.drandUrl === null) continue;
    try {
      const beacon = await fetchRound(settings.drandUrl, named, signal);
      if (beacon === null) continue;
      if (await book.setBeacon(database.reader, id, beacon)) heard += 1;
    } catch (error) {
      if (signal.aborted) return heard;
      log.warn({ err: error, round: named.round }, "a round of drand was not heard");
    }
  }
  return heard;
}

/**
 * Null where the network has not published it yet.
 *
 * @throws where the address does not answer, or answers what the network did not sign.
 */
export async function fetchRound(
  address: string,
  { network, round }: NamedRound,
  signal: AbortSignal,
): Promise<Beacon | null> {
  const url = `${address.replace(/\/+$/, "")}/${quicknet.chainHash}/public/${round}`;
  const timeout = AbortSignal.timeout(answerMsMax);
  const answer = await fetch(url, {
    signal: AbortSignal.any([signal, timeout]),
    redirect: "error",
  });
  if (answer.status === 404 || answer.status === 425) return null;
  if (!answer.ok) throw new Error(`drand answered ${answer.status}`);
  const told = readRound(JSON.parse(await readText(answer)));
  const beacon = told && { network, round, ...told };
  if (beacon === null || !isDrandRound(beacon)) throw new Error("not what drand signed");
  return beacon;
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > answerBytesMax) throw new Error("drand answered too much");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function readRound(told: unknown): { randomness: string; signature: string } | null {
  if (typeof told !== "object" || told === null) return null;
  if (!("randomness" in told) || !("signature" in told)) return null;
  const { randomness, signature } = told;
  if (typeof randomness !== "string" || typeof signature !== "string") return null;
  return { randomness, signature };
}
