import { hexToBytes } from "@noble/hashes/utils.js";
import type { Allotment, Beacon, DrawnBundle, Entry, Terms, VerificationStep } from "./bundle.ts";
import { hashText, purpose, type Hex } from "./bytes.ts";
import { delayParts, delayStart, partsInTurns } from "./delay.ts";
import type { DelayPart } from "./delay-part.ts";
import {
  compareNumbers,
  drawFrom,
  resultOf,
  termsHashOf,
  type Drawn,
  type ResultInput,
} from "./draw.ts";
import { delayMax, delayPartCount, rootSecondsMax } from "./limits.ts";
import { entriesRoot } from "./merkle.ts";
import {
  isPresent,
  MalformedPart,
  readAllotments,
  readBeacon,
  readCheckpoints,
  readEntries,
  readHex,
  readOrder,
  readSource,
  readTerms,
  readTime,
  type Source,
} from "./read-bundle.ts";
import { createVerification, DrawFault, type Progress, type Verdict } from "./verdict.ts";

export type VerifyOptions = {
  /** Called as each step begins and ends, and for each part of the delay that was checked. */
  onProgress?: (progress: Progress) => void;
  /** Checks a part of the delay, `checkDelayPart` in a worker; without it they are checked here, in turns. */
  checkPart?: (part: DelayPart) => boolean | Promise<boolean>;
  /** So many parts are handed out at once. */
  sideBySide?: number;
  /** `isDrandRound` of `@sanshi/draw/drand`; needed where the terms name a beacon. */
  isBeacon?: (beacon: Beacon) => boolean | Promise<boolean>;
  /** What an entrant was told before: another one in the bundle is the proof of two lists. */
  known?: { termsHash?: Hex | undefined; root?: Hex | undefined };
  /** A longer delay is refused rather than run. */
  delayMax?: number;
  signal?: AbortSignal;
};

/**
 * Checks a bundle in the order of the page and names the first step that fails. It may come from anybody: whatever
 * it holds, the answer is a verdict. Throws only where `signal` is aborted or one of the callbacks throws.
 */
export async function verifyBundle(bundle: unknown, options: VerifyOptions = {}): Promise<Verdict> {
  const verification = createVerification(options.onProgress);
  try {
    return await verifySteps(bundle, options, verification);
  } catch (error) {
    if (error instanceof DrawFault) return verification.failed(error.code, error.place);
    if (error instanceof MalformedPart) return verification.failed("malformed", error.place);
    throw error;
  }
}

/** Where one of these is public, all of them have to be. */
const drawnMembers = ["seed", "result", "order", "allotments"];

async function verifySteps(
  bundle: unknown,
  options: VerifyOptions,
  verification: ReturnType<typeof createVerification>,
): Promise<Verdict> {
  const step = <Value>(name: VerificationStep, check: () => Value | Promise<Value>) =>
    verification.step(name, check);
  const committed = await step("commitment", () => checkCommitment(bundle, options));
  const { source, terms, termsHash } = committed;
  const drawn = committed.seed !== null;
  const list = drawn || ["entries", "root", "checkpoints"].some((name) => isPresent(source, name));
  if (!drawn) verification.pending("commitment");
  if (!list) return verification.notDrawnYet();
  const listed = await step("root", () => checkRoot(source, terms, options.known?.root));
  if (!drawn && !isPresent(source, "checkpoints")) return verification.notDrawnYet();
  const start = delayStart(termsHash, listed.root);
  const checkpoints = await step("delay", () =>
    checkDelay(source, terms, start, options, verification.partChecked),
  );
  if (!drawn && terms.beacon !== null && !isPresent(source, "beacon")) {
    return verification.notDrawnYet();
  }
  const beacon = await step("beacon", () => checkBeacon(source, terms, options));
  if (committed.seed === null) return verification.notDrawnYet();
  const { seed } = committed;
  const result = await step("result", () =>
    checkResult(source, {
      seed,
      termsHash,
      root: listed.root,
      delayed: checkpoints.at(-1) ?? start,
      randomness: beacon?.randomness ?? null,
    }),
  );
  const { order, expected } = await step("order", () =>
    checkOrder(source, drawFrom(result, terms, listed.entries)),
  );
  const allotments = await step("allotments", () => checkAllotments(source, expected.allotments));
  const proven: DrawnBundle = {
    terms,
    terms_hash: termsHash,
    entries: listed.entries,
    root: listed.root,
    published_at: listed.publishedAt,
    checkpoints,
    beacon,
    seed,
    result,
    order,
    allotments,
  };
  return verification.proven({
    bundle: proven,
    waiting: expected.waiting,
    rootLateSeconds: lateSeconds(terms, listed.publishedAt),
  });
}

function checkCommitment(bundle: unknown, options: VerifyOptions) {
  const source = readSource(bundle, "bundle");
  const terms = readTerms(source["terms"]);
  if (terms.delay > (options.delayMax ?? delayMax)) throw new DrawFault("too_long", "terms.delay");
  const termsHash = readHex(source["terms_hash"], "terms_hash");
  if (termsHash !== termsHashOf(terms)) throw new DrawFault("hash_differs", "terms_hash");
  const { termsHash: known = termsHash } = options.known ?? {};
  if (known !== termsHash) throw new DrawFault("told_otherwise", "terms_hash");
  if (!drawnMembers.some((name) => isPresent(source, name))) {
    return { source, terms, termsHash, seed: null };
  }
  const seed = readHex(source["seed"], "seed");
  if (hashText(purpose("seed"), hexToBytes(seed)) !== terms.seed_commitment) {
    throw new DrawFault("hash_differs", "seed");
  }
  return { source, terms, termsHash, seed };
}

function checkRoot(source: Source, terms: Terms, known?: Hex) {
  const entries = readEntries(source["entries"], terms);
  const root = readHex(source["root"], "root");
  const publishedAt = readTime(source["published_at"], "published_at");
  checkList(entries, terms);
  if (entriesRoot(entries) !== root) throw new DrawFault("hash_differs", "root");
  if (known !== undefined && known !== root) throw new DrawFault("told_otherwise", "root");
  return { entries, root, publishedAt };
}

function checkList(entries: readonly Entry[], terms: Terms): void {
  for (const [index, entry] of entries.entries()) {
    const place = `entries[${index}]`;
    const before = entries[index - 1];
    const comparison = before === undefined ? -1 : compareNumbers(before.number, entry.number);
    if (comparison === 0) throw new DrawFault("twice", place);
    if (comparison > 0) throw new DrawFault("out_of_order", place);
    if (entry.lots < terms.min_lots || entry.lots > terms.max_lots) {
      throw new DrawFault("against_the_terms", place);
    }
  }
}

async function checkDelay(
  source: Source,
  terms: Terms,
  start: Hex,
  options: VerifyOptions,
  partChecked: (parts: number) => void,
): Promise<Hex[]> {
  const checkpoints = readCheckpoints(source["checkpoints"]);
  if (checkpoints[0] !== start) throw new DrawFault("hash_differs", "checkpoints[0]");
  const check = options.checkPart ?? partsInTurns(options.signal);
  const waiting = delayParts(checkpoints, terms.delay).values();
  let checked = 0;
  let firstWrong = delayPartCount;
  // They are handed out in their order: whatever stands before a wrong one is being checked when it is found.
  const checkOneAfterTheOther = async () => {
    for (const part of waiting) {
      options.signal?.throwIfAborted();
      if (!(await check(part))) firstWrong = Math.min(firstWrong, part.index);
      if (firstWrong < delayPartCount) return;
      checked += 1;
      partChecked(checked);
    }
  };
  await Promise.all(Array.from({ length: options.sideBySide ?? 1 }, checkOneAfterTheOther));
  options.signal?.throwIfAborted();
  if (firstWrong < delayPartCount) {
    throw new DrawFault("hash_differs", `checkpoints[${firstWrong + 1}]`);
  }
  return checkpoints;
}

async function checkBeacon(
  source: Source,
  { beacon: named }: Terms,
  { isBeacon }: VerifyOptions,
): Promise<Beacon | null> {
  if (named === null) {
    if (isPresent(source, "beacon")) throw new DrawFault("against_the_terms", "beacon");
    return null;
  }
  const beacon = readBeacon(source["beacon"]);
  if (beacon.network !== named.network || beacon.round !== named.round) {
    throw new DrawFault("against_the_terms", "beacon");
  }
  if (isBeacon === undefined) throw new DrawFault("cannot_be_checked", "beacon");
  if (!(await isBeacon(beacon))) throw new DrawFault("not_signed", "beacon.signature");
  return beacon;
}

function checkResult(source: Source, input: ResultInput): Hex {
  const result = readHex(source["result"], "result");
  if (result !== resultOf(input)) throw new DrawFault("hash_differs", "result");
  return result;
}

function checkOrder(source: Source, expected: Drawn) {
  const order = readOrder(source["order"]);
  const wrong = firstDifference(order, expected.order, (one, other) => one === other);
  if (wrong !== null) throw new DrawFault("differs", `order[${wrong}]`);
  return { order, expected };
}

function checkAllotments(source: Source, expected: readonly Allotment[]) {
  const allotments = readAllotments(source["allotments"]);
  const wrong = firstDifference(
    allotments,
    expected,
    (one, other) => one.number === other.number && one.lots === other.lots,
  );
  if (wrong !== null) throw new DrawFault("differs", `allotments[${wrong}]`);
  return allotments;
}

function firstDifference<Item>(
  list: readonly Item[],
  expected: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): number | null {
  const length = Math.max(list.length, expected.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [list[index], expected[index]];
    if (one === undefined || other === undefined || !isSame(one, other)) return index;
  }
  return null;
}

/** By how much the root came later than it had to; the instance's own word, which the list was sealed with. */
function lateSeconds(terms: Terms, publishedAt: string): number {
  const seconds = (Date.parse(publishedAt) - Date.parse(terms.closes_at)) / 1_000;
  return Math.max(0, seconds - rootSecondsMax);
}
