/**
 * A second draw, written from the page alone with Node's own cryptography: plain, slow, and without a line of the
 * package. Where the two differ, one of them is wrong.
 */
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type ReferenceEntry = { number: string; lots: number; nonce: string };
type ReferenceTerms = {
  rule: string;
  quota_lots: number;
  min_lots: number;
  delay: number;
  [name: string]: Json;
};

/** The terms of an offering whose allotments are drawn. */
export const announced = {
  draw: "sanshi-draw-v1",
  offering: "17",
  type: "jpy",
  code: "5831",
  price: "1200",
  lot: 100,
  quota_lots: 9,
  min_lots: 1,
  max_lots: 3,
  rule: "equal" as const,
  opens_at: "2026-11-20T00:00:00.000Z",
  closes_at: "2026-11-24T06:30:00.000Z",
  delay: 512,
  beacon: null,
};

/** RFC 8785 for what JSON.parse answers: members by code units, numbers and texts as ECMAScript writes them. */
export function referenceJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(referenceJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${referenceJson(item)}`).join(",")}}`;
}

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, section 2.1, word for word. */
export function referenceRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256("");
  if (leaves.length === 1) return sha256(Buffer.from([0]), only);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(
    Buffer.from([1]),
    referenceRoot(leaves.slice(0, k)),
    referenceRoot(leaves.slice(k)),
  );
}

function* referenceNumbers(result: Buffer): Generator<bigint, never> {
  for (let k = 0n; ; k += 1n) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(k);
    const block = createHmac("sha256", result).update(counter).digest();
    for (const place of [0, 8, 16, 24]) yield block.readBigUInt64BE(place);
  }
}

export function referenceBelow(numbers: Iterator<bigint, never>, n: number): number {
  const largestMultiple = 2n ** 64n - (2n ** 64n % BigInt(n));
  for (;;) {
    const { value } = numbers.next();
    if (value < largestMultiple) return Number(value % BigInt(n));
  }
}

function referenceAllot(
  terms: ReferenceTerms,
  entries: readonly ReferenceEntry[],
  order: readonly ReferenceEntry[],
) {
  const lots = new Map(entries.map((entry) => [entry, 0]));
  const give = (entry: ReferenceEntry, more: number) =>
    lots.set(entry, (lots.get(entry) ?? 0) + more);
  let left = terms.quota_lots;
  if (terms.rule === "by_lot") {
    for (const entry of order) {
      if (left === 0) break;
      give(entry, 1);
      left -= 1;
    }
  } else {
    const some: ReferenceEntry[] = [];
    for (const entry of order) {
      if (left < terms.min_lots) break;
      give(entry, terms.min_lots);
      left -= terms.min_lots;
      some.push(entry);
    }
    for (let gave = true; gave;) {
      gave = false;
      for (const entry of some) {
        if (left === 0 || (lots.get(entry) ?? 0) >= entry.lots) continue;
        give(entry, 1);
        left -= 1;
        gave = true;
      }
    }
  }
  const first = [...new Set(order)];
  return {
    allotments: first
      .filter((entry) => (lots.get(entry) ?? 0) > 0)
      .map((entry) => ({ number: entry.number, lots: lots.get(entry) ?? 0 })),
    waiting: first.filter((entry) => lots.get(entry) === 0).map(({ number }) => number),
  };
}

export type ReferenceInput = {
  /** Without `seed_commitment`. */
  terms: ReferenceTerms;
  entries: readonly ReferenceEntry[];
  seed: Buffer;
  publishedAt: string;
  beacon: null | { network: string; round: number; randomness: string; signature: string };
};

/** A whole bundle, from the seed to the waiting list. */
export function referenceDraw(input: ReferenceInput) {
  const { seed, beacon } = input;
  const terms: ReferenceTerms = {
    ...input.terms,
    seed_commitment: sha256("sanshi-draw-v1 seed", seed).toString("hex"),
  };
  const entries = input.entries.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const termsHash = sha256(referenceJson(terms));
  const root = referenceRoot(entries.map((entry) => Buffer.from(referenceJson(entry))));
  let x = sha256("sanshi-draw-v1 delay", termsHash, root);
  const checkpoints = [x.toString("hex")];
  for (let i = 1; i <= terms.delay; i += 1) {
    x = sha256(x);
    if (i % (terms.delay / 256) === 0) checkpoints.push(x.toString("hex"));
  }
  const result = createHmac("sha256", seed)
    .update("sanshi-draw-v1 result")
    .update(termsHash)
    .update(root)
    .update(x)
    .update(Buffer.from(beacon?.randomness ?? "", "hex"))
    .digest();
  const order = entries.flatMap((entry) =>
    terms.rule === "equal" ? [entry] : Array.from({ length: entry.lots }, () => entry),
  );
  const numbers = referenceNumbers(result);
  for (let i = 0; i <= order.length - 2; i += 1) {
    const j = i + referenceBelow(numbers, order.length - i);
    const [one, other] = [order[i], order[j]];
    if (one === undefined || other === undefined) throw new Error("There is no such place");
    order[i] = other;
    order[j] = one;
  }
  const { allotments, waiting } = referenceAllot(terms, entries, order);
  return {
    waiting,
    bundle: {
      terms,
      terms_hash: termsHash.toString("hex"),
      entries,
      root: root.toString("hex"),
      published_at: input.publishedAt,
      checkpoints,
      beacon,
      seed: seed.toString("hex"),
      result: result.toString("hex"),
      order: order.map(({ number }) => number),
      allotments,
    },
  };
}

/** The path of RFC 6962, section 2.1.1, word for word. */
export function referencePath(leaves: readonly Buffer[], m: number): Buffer[] {
  if (leaves.length <= 1) return [];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return m < k
    ? [...referencePath(leaves.slice(0, k), m), referenceRoot(leaves.slice(k))]
    : [...referencePath(leaves.slice(k), m - k), referenceRoot(leaves.slice(0, k))];
}

export function referenceIsSigned(
  { signature, ...rest }: { readonly [name: string]: Json; signature: string },
  publicKey: string,
): boolean {
  const head = Buffer.from("302a300506032b6570032100", "hex");
  const key = createPublicKey({
    key: Buffer.concat([head, Buffer.from(publicKey, "base64url")]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(referenceJson(rest)), key, Buffer.from(signature, "base64url"));
}
