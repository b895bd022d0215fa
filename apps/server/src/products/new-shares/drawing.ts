import { checkpointCount, delayStart, type DrawBundle, type DrawnBundle } from "@sanshi/draw";
import { iso } from "@sanshi/contract";
import { settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { knownKeys } from "../../platform/signing/signing-key.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { delayOf, resultAndOrderOf, rootOf } from "./draw-task.ts";
import * as drawing from "./drawing.store.ts";
import { costOf } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";
import { termsOf } from "./terms-of.ts";

type DrawingContext = Pick<Context, "database" | "clock" | "log" | "sealer">;

/**
 * The draw of `sanshi-draw-v1`, in steps that each leave one fact which never changes: the list's root, the
 * delay's values, the result. Whoever is killed in between leaves the step to be done again, and any number of
 * processes come to the same facts, of which the first is kept.
 */

/** Closes what is over: the list is the list from here on. */
export async function publishRoots({ database, clock }: DrawingContext): Promise<number> {
  let published = 0;
  for (const { id } of await drawing.dueForRoot(database.reader, clock.now())) {
    const isNew = await database.transaction(async (transaction) => {
      // Waits for whoever subscribes at the last moment, and makes the next one wait.
      const offering = await offerings.lockOffering(transaction, id);
      if (offering === undefined || offering.root !== null) return false;
      const entries = await store.entriesOf(transaction, id);
      const root = await rootOf(entries);
      const at = clock.now();
      return drawing.setRoot(transaction, { id, root, entries: entries.length, at });
    });
    if (!isNew) continue;
    published += 1;
    await database.transaction((transaction) => drawing.notifyEntrants(transaction, id));
  }
  return published;
}

/** For so long another process leaves a delay to the one that works it out. */
const claimSeconds = 15;
const keepEveryMs = 1_000;

/** Goes on with one offering's delay, from where anybody has come to. */
export async function goOnWithDelay(
  { database }: DrawingContext,
  signal: AbortSignal,
): Promise<boolean> {
  const claimed = await drawing.claimDelay(database.reader, claimSeconds);
  if (claimed === undefined) return false;
  const { id, terms_hash: termsHash, root, delay } = claimed;
  const known = [...claimed.checkpoints];
  const keep = () =>
    drawing.keepCheckpoints(database.reader, { id, checkpoints: known, seconds: claimSeconds });
  const start = delayStart(termsHash, root);
  if (known.length === 0) known.push(start);
  let kept = Promise.resolve();
  let keptAt = performance.now();
  await delayOf(
    { start, delay, known: [...known] },
    {
      signal,
      onCheckpoint: (checkpoint) => {
        known.push(checkpoint);
        if (performance.now() - keptAt < keepEveryMs) return;
        keptAt = performance.now();
        kept = kept.then(keep);
        // Told below.
        kept.catch(() => undefined);
      },
    },
  );
  await kept;
  await keep();
  return true;
}

/** Draws whatever has all that a draw needs and whose time has come. */
export async function drawDue(context: DrawingContext): Promise<number> {
  let drawn = 0;
  const due = await drawing.dueForDraw(context.database.reader, context.clock.now());
  for (const { id } of due) {
    if (await drawOffering(context, id)) drawn += 1;
  }
  return drawn;
}

async function drawOffering(context: DrawingContext, id: bigint): Promise<boolean> {
  const { database, clock, sealer, log } = context;
  const offering = await offerings.findOffering(database.reader, id);
  if (offering === undefined || offering.root === null) return false;
  const { root, terms_hash: termsHash } = offering;
  const entries = await store.entriesOf(database.reader, id);
  // Only the tables' owner could change a list: then nobody is drawn, and everybody finds what is wrong.
  if ((await rootOf(entries)) !== root) {
    log.error({ offering: id.toString() }, "the list of a draw is not the one that was closed");
    return false;
  }
  const terms = termsOf(offering);
  const checkpoints = await drawing.checkpointsOf(database.reader, id);
  const delayed = checkpoints.at(-1);
  if (checkpoints.length !== checkpointCount || delayed === undefined) return false;
  const sealed = await offerings.sealedSeed(database.reader, id);
  const seed = sealer.open(sealed, `offering_seed:${terms.seed_commitment}`).toString("hex");
  const input = { seed, termsHash, root, delayed, randomness: null };
  const { result, order, allotments, waiting } = await resultAndOrderOf({ input, terms, entries });
  const bundle: DrawnBundle = {
    terms,
    terms_hash: termsHash,
    entries,
    root,
    published_at: iso(offering.root_at ?? offering.closes_at),
    checkpoints,
    beacon: null,
    seed,
    result,
    order,
    allotments,
    signing_keys: await keysOf(database.reader),
  };
  return database.transaction(async (transaction) => {
    await offerings.lockOffering(transaction, id);
    const at = clock.now();
    if (!(await drawing.setDrawn(transaction, { id, result, seed, at }))) return false;
    await drawing.keepOutcome(transaction, {
      offeringId: id,
      ...outcomeOf(offering, { allotments, waiting }),
    });
    await drawing.insertBundle(transaction, id, Buffer.from(JSON.stringify(bundle)));
    return true;
  });
}

/** What each entrant got and pays, and at which place who got nothing waits. */
function outcomeOf(
  { price, lot_size: lot, market, pays_until: payUntil }: StoredOffering,
  {
    allotments,
    waiting,
  }: { allotments: readonly { number: string; lots: number }[]; waiting: readonly string[] },
) {
  if (price === null) throw new Error("an offering is drawn before it has a price");
  const currency = settlementCurrency(market);
  return {
    payUntil,
    numbers: [...allotments.map(({ number }) => number), ...waiting],
    lots: [...allotments.map(({ lots }) => lots), ...waiting.map(() => 0)],
    amounts: [
      ...allotments.map(({ lots }) => costOf(price, lot, lots, currency)),
      ...waiting.map(() => null),
    ],
    places: [...allotments.map(() => null), ...waiting.map((_number, index) => index + 1)],
  };
}

async function keysOf(reader: Reader) {
  const keys = await knownKeys(reader);
  return keys.map(({ id, publicKey }) => ({ id, public_key: publicKey.toString("base64url") }));
}

/** What is public by now: the terms first, the list from its close, everything from the draw. Null: no offering. */
export async function publicBundle(
  { database }: Pick<Context, "database">,
  id: bigint,
): Promise<Buffer | null> {
  const { reader } = database;
  const offering = await offerings.findOffering(reader, id);
  if (offering === undefined) return null;
  const drawn = offering.drawn_at === null ? null : await offerings.findBundle(reader, id);
  if (drawn !== null) return drawn;
  const checkpoints = await drawing.checkpointsOf(reader, id);
  const bundle: DrawBundle = {
    terms: termsOf(offering),
    terms_hash: offering.terms_hash,
    entries: offering.root === null ? null : await store.entriesOf(reader, id),
    root: offering.root,
    published_at: offering.root_at === null ? null : iso(offering.root_at),
    checkpoints: checkpoints.length === checkpointCount ? checkpoints : null,
    beacon: null,
    seed: null,
    result: null,
    order: null,
    allotments: null,
    signing_keys: await keysOf(reader),
  };
  return Buffer.from(JSON.stringify(bundle));
}
