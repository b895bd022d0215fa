import { readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import {
  bundleBytesMax,
  delayPartCount,
  MalformedPart,
  verificationSteps,
  verifyBundle,
  type DelayPart,
  type Progress,
  type Verdict,
  type VerificationStep,
} from "@sanshi/draw";
import { isDrandRound } from "@sanshi/draw/drand";
import { findReceipt, readReceipt, signingKeysOf, type ReceiptFinding } from "@sanshi/draw/receipt";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

export type VerifyDrawOptions = {
  /** The terms' hash and the list's root as somebody wrote them down: from a message, a receipt, a stream. */
  terms?: string | undefined;
  root?: string | undefined;
  /** A subscription number, whose fate is told. */
  number?: string | undefined;
  /** A file with a receipt, which is looked for in the list. */
  receipt?: string | undefined;
};

const usage = `Say which bundle: npm run verify-draw <file or address> -- [--root <hash>] [--terms <hash>]
[--number <subscription number>] [--receipt <file>]
An address is that of /api/draws/<offering>.json, by https or on this machine.`;

const fetchMsMax = 300_000;
const receiptBytesMax = 10_000;
/** So often at most the delay's progress is told. */
const progressEveryParts = 16;

/**
 * `npm run verify-draw <file or address>`: runs an allotment draw again from what was published of it. Answers 0
 * where everything is proven, 1 where a step fails, 2 where there is nothing to check: not drawn yet, or not there.
 */
export async function verifyDraw(
  source: string,
  print: (text: string) => void,
  options: VerifyDrawOptions = {},
): Promise<0 | 1 | 2> {
  const say = (text: string) => print(withoutControls(text));
  const bundle = parseJson(await readBundle(source), source);
  const receipt = options.receipt === undefined ? null : await readReceiptFile(options.receipt);
  const workers = startPartWorkers(availableParallelism());
  try {
    const verdict = await verifyBundle(bundle, {
      checkPart: workers.check,
      sideBySide: workers.count,
      isBeacon: isDrandRound,
      known: { termsHash: options.terms, root: options.root },
      onProgress: progressTeller(say),
    });
    if (verdict.outcome === "failed") {
      const { step, code, place } = verdict;
      say(`FAILED ${step}: ${place} ${faultWords[code]}. ${stepWords[step].failed}`);
      return 1;
    }
    if (verdict.outcome === "pending") {
      say("Not drawn yet: what is public so far is right, and the rest is to come.");
      return 2;
    }
    sayWhatWasDrawn(verdict, say);
    if (options.number !== undefined) sayFate(verdict, options.number, say);
    if (receipt === null) return 0;
    const { terms_hash: termsHash, entries } = verdict.bundle;
    const finding = findReceipt({ receipt, termsHash, entries, keys: signingKeysOf(bundle) });
    say(receiptWords[finding]);
    return finding === "entered" ? 0 : 1;
  } finally {
    await workers.stop();
  }
}

const stepWords: Record<VerificationStep, { proven: string; failed: string }> = {
  commitment: {
    proven:
      "the terms are those whose hash was published, and the seed is the one they committed to",
    failed: "The terms or the seed are not those that were published before the first entry.",
  },
  root: {
    proven: "the list of entries is the one whose root was published at the close",
    failed: "The list of entries is not the one that was published at the close.",
  },
  delay: {
    proven: "every hash between the root and the result was computed, one after the other",
    failed: "The delay between the list and the result was not kept.",
  },
  beacon: {
    proven: "the public chance that the terms name, if they do, was signed by its network",
    failed: "The public chance is not that of the round which the terms name.",
  },
  result: {
    proven: "the result follows from seed, terms, list and delay, and from nothing else",
    failed: "The result does not follow from the seed and the list.",
  },
  order: {
    proven: "the order is the one that the result gives",
    failed: "The order is not the one that the result gives.",
  },
  allotments: {
    proven: "everybody got what the rule gives to their place",
    failed: "Somebody got more or less than the rule gives to their place.",
  },
};

type FaultCode = Extract<Verdict, { outcome: "failed" }>["code"];
const faultWords: Record<FaultCode, string> = {
  malformed: "is missing or is not what stands there in a draw",
  hash_differs: "is not what its hash says",
  told_otherwise: "is not the one that you were told",
  out_of_order: "does not stand in the order of the numbers",
  twice: "has the number of the entry before",
  against_the_terms: "does not keep to the terms",
  not_signed: "is no signature of the network",
  cannot_be_checked: "cannot be checked",
  too_long: "takes longer than is allowed here",
  differs: "is not what follows from the result",
};

const receiptWords: Record<ReceiptFinding, string> = {
  entered: "The receipt is signed, and its entry is in the list as it was given.",
  left_out: "The receipt is signed, and its entry is NOT in the list: the receipt is the proof.",
  changed:
    "The receipt is signed, and the list has another entry under its number: the receipt is the proof.",
  other_terms: "The receipt is signed and belongs to another offering or other terms.",
  not_signed: "No key of the bundle has signed this receipt.",
};

/** Tells each step as it is proven, and of the delay how far it is. */
function progressTeller(say: (text: string) => void): (progress: Progress) => void {
  const told = new Set<VerificationStep>();
  let toldParts = 0;
  return ({ steps, parts }) => {
    for (const name of verificationSteps) {
      if (steps[name] !== "proven" || told.has(name)) continue;
      told.add(name);
      say(`proven ${name}: ${stepWords[name].proven}`);
    }
    if (parts.checked >= toldParts + progressEveryParts && parts.checked < delayPartCount) {
      toldParts = parts.checked;
      say(`       delay: ${parts.checked} of ${parts.count} parts`);
    }
  };
}

type Proven = Extract<Verdict, { outcome: "proven" }>;

function sayWhatWasDrawn(
  { bundle, waiting, rootLateSeconds }: Proven,
  say: (text: string) => void,
) {
  const { terms, entries, allotments, root } = bundle;
  const given = allotments.reduce((sum, { lots }) => sum + lots, 0);
  say(
    `Offering ${terms.offering} (${terms.type} ${terms.code}): ${entries.length} entries, ${given} of ${terms.quota_lots} lots to ${allotments.length} of them, ${waiting.length} waiting`,
  );
  say(`Terms ${bundle.terms_hash}`);
  say(`Root ${root}`);
  if (rootLateSeconds > 0) {
    say(
      `NOTE: the root came ${rootLateSeconds} seconds later than the ten after the close that the draw allows.`,
    );
  }
}

function sayFate({ bundle, waiting }: Proven, number: string, say: (text: string) => void): void {
  if (!bundle.entries.some((entry) => entry.number === number)) {
    say(`${number} is not in the list.`);
    return;
  }
  const lots = bundle.allotments.find((one) => one.number === number)?.lots;
  if (lots !== undefined) say(`${number} was allotted ${lots} lots.`);
  else say(`${number} is number ${waiting.indexOf(number) + 1} on the waiting list.`);
}

async function readBundle(source: string): Promise<string> {
  if (/^https?:\/\//.test(source)) return fetchBundle(new URL(source));
  const found = await stat(source);
  if (!found.isFile()) throw new Error(`${source} is no file`);
  if (found.size > bundleBytesMax) throw new Error(`${source} is too large for a bundle`);
  return readFile(source, "utf8");
}

async function fetchBundle(address: URL): Promise<string> {
  mustBeSafe(address);
  // A redirect could lead to plain http.
  const signal = AbortSignal.timeout(fetchMsMax);
  const answer = await fetch(address, { signal, redirect: "error" }).catch((error: Error) => {
    throw new Error(`${address.href} could not be read: ${String(error.cause ?? error.message)}`);
  });
  if (!answer.ok || answer.body === null) {
    throw new Error(`${address.href} answers ${answer.status}`);
  }
  const tooLarge = new Error(`${address.href} is too large for a bundle`);
  if (Number(answer.headers.get("content-length")) > bundleBytesMax) {
    await answer.body.cancel();
    throw tooLarge;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    // Leaving the loop ends the download.
    if (bytes > bundleBytesMax) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Over plain http somebody on the way could hand out a bundle of their own. */
function mustBeSafe({ protocol, hostname, href }: URL): void {
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isOwn)) {
    throw new Error(`${href} is not an https address`);
  }
}

async function readReceiptFile(path: string) {
  if ((await stat(path)).size > receiptBytesMax) throw new Error(`${path} is no receipt`);
  try {
    return readReceipt(parseJson(await readFile(path, "utf8"), path));
  } catch (error) {
    if (error instanceof MalformedPart) throw new Error(`${path} is no receipt: ${error.place}`);
    throw error;
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${source} is no JSON`);
  }
}

function startPartWorkers(count: number) {
  const address = new URL("./verify-draw.worker.ts", import.meta.url);
  const idle = Array.from({ length: count }, () => new Worker(address));
  const all = [...idle];
  const check = (part: DelayPart) =>
    new Promise<boolean>((resolve, reject) => {
      const worker = idle.pop();
      if (worker === undefined) throw new Error("More parts at once than workers");
      const done = (isRight: unknown) => {
        worker.off("error", reject);
        idle.push(worker);
        resolve(isRight === true);
      };
      worker.once("error", reject);
      worker.once("message", done);
      worker.postMessage(part);
    });
  return { count, check, stop: () => Promise.all(all.map((worker) => worker.terminate())) };
}

/** A bundle's words go to a terminal, which obeys what is not a letter. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, "?");
}

if (isMainModule(import.meta.url)) {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { terms: text, root: text, number: text, receipt: text },
    });
    const [source, ...more] = positionals;
    if (source === undefined || more.length > 0) throw new Error(usage);
    process.exitCode = await verifyDraw(source, (line) => console.log(line), values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
