import {
  checkpointCount,
  delayStart,
  readBeacon,
  type Beacon,
  readTerms,
  rootSecondsMax,
  type DrawBundle,
  type DrawnBundle,
} from "@sanshi/draw";
import { iso, secondMs } from "@sanshi/contract";
import type { Clock } from "../clock.ts";
import { eachByItself } from "../each-by-itself.ts";
import type { Logger } from "../log.ts";
import type { Sealer } from "../sealing/sealer.ts";
import { knownKeys } from "../signing/signing-key.ts";
import type { Database, Reader, Transaction } from "../sql/database.ts";
import type { KeptBytes } from "../http/kept-bytes.ts";
import { createBundleCache } from "./bundle-cache.ts";
import type { DrawBook, StoredDraw } from "./draw-book.ts";
import { delayOf, resultAndOrderOf, rootOf } from "./draw-task.ts";

type DrawingContext = {
  database: Database;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  feed: { kind: "simulated" | "live" };
};
type WorkingContext = Pick<DrawingContext, "database">;

/**
 * The draw of `sanshi-draw-v1`, in steps that each leave one fact which never changes: the list's root, the
 * delay's values, the result. Whoever is killed in between leaves the step to be done again, and any number of
 * processes come to the same facts, of which the first is kept.
 */

/** Withdraws a draw, with a reason in three languages, and gives everybody back what they entered with. */
export type GiveUp = (transaction: Transaction, id: bigint, at: number) => Promise<void>;

/** Why a draw is given up whose list came too late to be believed. */
export const lateListReason = {
  jp: `申込締切から${rootSecondsMax}秒以内に抽選名簿を公開できなかったため`,
  cn: `抽签名单未能在申购截止后${rootSecondsMax}秒内公布`,
  us: `The draw's list was not published within ${rootSecondsMax} seconds of the close`,
};

/**
 * Closes what is over: the list is the list from here on. Where money is real, one that could not be closed within
 * ten seconds is given up: meanwhile somebody could have looked for the entries that suit them. A simulated
 * instance's clock leaps over closes; there the check alone says that the list was late.
 */
export async function publishRoots(
  { database, clock, log, feed }: Pick<DrawingContext, "database" | "clock" | "log" | "feed">,
  book: DrawBook,
  giveUp: GiveUp,
): Promise<number> {
  const due = await book.dueForRoot(database.reader, clock.now());
  return eachByItself({ log, failure: "a list was not closed" }, due, ({ id }) =>
    database.transaction(async (transaction) => {
      const draw = await book.lock(transaction, id);
      if (draw === undefined || draw.root !== null) return 0;
      const entries = await book.entries(transaction, id);
      const root = await rootOf(entries);
      const at = clock.now();
      const isLate = at > draw.closes_at + rootSecondsMax * secondMs;
      // Nobody could have been chosen from an empty list.
      if (isLate && entries.length > 0 && feed.kind === "live") {
        await giveUp(transaction, id, at);
        return 0;
      }
      return (await book.setRoot(transaction, { id, root, entries: entries.length, at })) ? 1 : 0;
    }),
  );
}

/** For so long another process leaves a delay to the one that works it out. */
const claimSeconds = 15;
const keepEveryMs = 1_000;

/** Goes on with one draw's delay, from where anybody has come to. */
export async function goOnWithDelay(
  { database }: WorkingContext,
  book: Pick<DrawBook, "claimDelay" | "keepCheckpoints">,
  signal: AbortSignal,
): Promise<boolean> {
  const claimed = await book.claimDelay(database.reader, claimSeconds);
  if (claimed === undefined) return false;
  const { id, terms_hash: termsHash, root, delay } = claimed;
  const known = [...claimed.checkpoints];
  const keep = () =>
    book.keepCheckpoints(database.reader, { id, checkpoints: known, seconds: claimSeconds });
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
export async function drawDue<One extends StoredDraw>(
  context: DrawingContext,
  book: DrawBook<One>,
): Promise<number> {
  const due = await book.dueForDraw(context.database.reader, context.clock.now());
  const { log } = context;
  return eachByItself({ log, failure: "a draw was not made" }, due, async ({ id }) =>
    (await drawOne(context, book, id)) ? 1 : 0,
  );
}

async function drawOne<One extends StoredDraw>(
  { database, clock, sealer, log }: DrawingContext,
  book: DrawBook<One>,
  id: bigint,
): Promise<boolean> {
  const { reader } = database;
  const draw = await book.find(reader, id);
  if (draw === undefined || draw.root === null) return false;
  const { root, terms_hash: termsHash } = draw;
  const entries = await book.entries(reader, id);
  const terms = readTerms(draw.terms);
  // Only the tables' owner could change a list: then nobody is drawn, and everybody finds what is wrong.
  if ((await rootOf(entries)) !== root) {
    log.error({ offering: terms.offering }, "the list of a draw is not the one that was closed");
    return false;
  }
  const checkpoints = await book.checkpoints(reader, id);
  const delayed = checkpoints.at(-1);
  if (checkpoints.length !== checkpointCount || delayed === undefined) return false;
  const sealed = await book.sealedSeed(reader, id);
  const seed = sealer.open(sealed, `${book.seedPurpose}:${terms.seed_commitment}`).toString("hex");
  const beacon = beaconOf(draw);
  if (terms.beacon !== null && beacon === null) return false;
  const randomness = beacon?.randomness ?? null;
  const input = { seed, termsHash, root, delayed, randomness };
  const { result, order, allotments, waiting } = await resultAndOrderOf({ input, terms, entries });
  const bundle: DrawnBundle = {
    terms,
    terms_hash: termsHash,
    entries,
    root,
    published_at: iso(draw.root_at ?? draw.closes_at),
    checkpoints,
    beacon,
    seed,
    result,
    order,
    allotments,
    signing_keys: await keysOf(reader),
  };
  return database.transaction(async (transaction) => {
    await book.lock(transaction, id);
    const at = clock.now();
    if (!(await book.setDrawn(transaction, { id, result, seed, at }))) return false;
    await book.keepOutcome(transaction, draw, { allotments, waiting }, at);
    await book.keepBundle(transaction, id, Buffer.from(JSON.stringify(bundle)));
    return true;
  });
}

/** What was heard of the round that the terms name. */
function beaconOf({ beacon }: Pick<StoredDraw, "beacon">): Beacon | null {
  return beacon === null ? null : readBeacon(beacon);
}

async function keysOf(reader: Reader) {
  const keys = await knownKeys(reader);
  return keys.map(({ id, publicKey }) => ({ id, public_key: publicKey.toString("base64url") }));
}

const bundlesKeptBytes = 64 * 1024 * 1024;
const bundles = createBundleCache(bundlesKeptBytes);

/**
 * What is public by now: the terms first, the list from its close, everything from the draw. Null: no such draw.
 * Put together once for each of these, whoever asks.
 */
export async function publicBundle(
  { database }: WorkingContext,
  book: DrawBook,
  id: bigint,
): Promise<KeptBytes | null> {
  const { reader } = database;
  const draw = await book.find(reader, id);
  if (draw === undefined) return null;
  const { terms_hash: termsHash, root, checkpoints_done: done, drawn_at: drawnAt } = draw;
  const keys = drawnAt === null ? await keysOf(reader) : [];
  const isDelayed = done === checkpointCount;
  const remarks = JSON.stringify((await book.remarks?.(reader, draw)) ?? {});
  const stage = [root, isDelayed, draw.beacon !== null, drawnAt, remarks];
  // Terms are of one draw of one instance: the same number in another database is another draw.
  return bundles.get(termsHash, [...stage, ...keys.map((key) => key.id)].join(" "), async () =>
    withRemarks(await bundleOf(reader, book, draw), remarks),
  );
}

/** A bundle is kept as the bytes of its draw: what is remarked comes behind them. */
function withRemarks(bundle: Buffer, remarks: string): Buffer {
  if (remarks === "{}") return bundle;
  return Buffer.concat([bundle.subarray(0, -1), Buffer.from(`,${remarks.slice(1)}`)]);
}

async function bundleOf(reader: Reader, book: DrawBook, draw: StoredDraw): Promise<Buffer> {
  const { id } = draw;
  const drawn = draw.drawn_at === null ? null : await book.bundle(reader, id);
  if (drawn !== null) return drawn;
  const checkpoints = await book.checkpoints(reader, id);
  const bundle: DrawBundle = {
    terms: readTerms(draw.terms),
    terms_hash: draw.terms_hash,
    entries: draw.root === null ? null : await book.entries(reader, id),
    root: draw.root,
    published_at: draw.root_at === null ? null : iso(draw.root_at),
    checkpoints: checkpoints.length === checkpointCount ? checkpoints : null,
    beacon: beaconOf(draw),
    seed: null,
    result: null,
    order: null,
    allotments: null,
    signing_keys: await keysOf(reader),
  };
  return Buffer.from(JSON.stringify(bundle));
}
