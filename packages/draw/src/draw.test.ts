import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  allot,
  checkDelayPart,
  delayed,
  delayParts,
  delayStart,
  drawFrom,
  drawVersion,
  entriesRoot,
  inclusionProof,
  isIncluded,
  partsInTurns,
  resultOf,
  runDelay,
  seedCommitmentTo,
  sortedEntries,
  termsHashOf,
  verifyBundle,
  type Entry,
  type Terms,
} from "./index.ts";
import { numbersFromBlocks } from "./numbers.ts";
import {
  referenceBelow,
  referenceDraw,
  referenceJson,
  referencePath,
  referenceRoot,
} from "./reference-draw.fixture.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Terms without the commitment, and entries that keep to them, in no order. */
const offerings = fc
  .record({
    terms: fc.record({
      draw: fc.constant(drawVersion),
      offering: text,
      type: fc.constantFrom("jpy", "usd", "cny"),
      code: text,
      price: fc.constantFrom("1200", "18.50", "0.01"),
      lot: fc.constantFrom(1, 100),
      quota_lots: fc.integer({ min: 1, max: 120 }),
      min_lots: fc.integer({ min: 1, max: 4 }),
      rule: fc.constantFrom("equal" as const, "by_lot" as const),
      opens_at: fc.constant("2026-11-20T00:00:00.000Z"),
      closes_at: fc.constant("2026-11-24T06:30:00.000Z"),
      delay: fc.constantFrom(256, 512, 1024),
      beacon: fc.constant(null),
    }),
    above: fc.integer({ min: 0, max: 20 }),
    asked: fc.uniqueArray(
      fc.record({ number: fc.stringMatching(/^[0-9A-Z]{1,6}$/), more: fc.nat(), nonce: text }),
      {
        selector: ({ number }) => number,
        maxLength: 40,
      },
    ),
    seed,
  })
  .map(({ terms, above, asked, ...rest }) => ({
    ...rest,
    terms: { ...terms, max_lots: terms.min_lots + above },
    entries: asked.map(({ number, more, nonce }) => ({
      number,
      nonce,
      lots: terms.min_lots + (more % (above + 1)),
    })),
  }));

it("is the draw that a second program from the same page comes to, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(offerings, async ({ terms: announced, entries, seed: chance }) => {
      const { bundle, waiting } = referenceDraw({
        terms: announced,
        entries,
        seed: Buffer.from(chance),
        publishedAt: "2026-11-24T06:30:02.000Z",
        beacon: null,
      });
      const terms: Terms = { ...announced, seed_commitment: seedCommitmentTo(chance) };
      const listed = sortedEntries(entries);
      const termsHash = termsHashOf(terms);
      const root = entriesRoot(listed);
      const checkpoints = await runDelay(delayStart(termsHash, root), terms.delay);
      const result = resultOf({
        seed: bundle.seed,
        termsHash,
        root,
        delayed: checkpoints.at(-1) ?? "",
        randomness: null,
      });
      expect({ termsHash, root, checkpoints, result, listed }).toEqual({
        termsHash: bundle.terms_hash,
        root: bundle.root,
        checkpoints: bundle.checkpoints,
        result: bundle.result,
        listed: bundle.entries,
      });
      const { order, allotments } = bundle;
      expect(drawFrom(result, terms, listed)).toEqual({ order, allotments, waiting });
      expect(await verifyBundle(bundle)).toMatchObject({ outcome: "proven", waiting });
    }),
    { numRuns: 150 },
  );
}, 120_000);

it("hands out no more than the quota, and nobody more than they asked for", () => {
  fc.assert(
    fc.property(offerings, seed, ({ terms, entries }, chance) => {
      const listed = sortedEntries(entries);
      const whole: Terms = { ...terms, seed_commitment: seedCommitmentTo(chance) };
      const { allotments, waiting } = drawFrom(Buffer.from(chance).toString("hex"), whole, listed);
      const given = allotments.reduce((sum, { lots }) => sum + lots, 0);
      const asked = entries.reduce((sum, { lots }) => sum + lots, 0);
      const everybody = [...allotments.map(({ number }) => number), ...waiting];
      expect(everybody.toSorted()).toEqual(listed.map(({ number }) => number).toSorted());
      for (const { number, lots } of allotments) {
        const entry = listed.find((one) => one.number === number);
        expect(lots).toBeLessThanOrEqual(entry?.lots ?? 0);
        if (terms.rule === "equal") expect(lots).toBeGreaterThanOrEqual(terms.min_lots);
      }
      if (terms.rule === "by_lot") expect(given).toBe(Math.min(asked, terms.quota_lots));
      else expect(given).toBeLessThanOrEqual(terms.quota_lots);
    }),
  );
});

it("gives an equal share of a great quota without going round a thousand million times", () => {
  const entries: Entry[] = ["A", "B", "C"].map((number, index) => ({
    number,
    lots: [1_000_000_000, 10, 999_999_999][index] ?? 1,
    nonce: "",
  }));
  const terms = { rule: "equal", quota_lots: 1_000_000_012, min_lots: 2 } as const;
  // C, B, A: B has its ten, the others half each of what is left, and the odd one goes to C.
  expect(allot({ ...terms, quota_lots: 1_000_000_011 }, entries, Uint32Array.of(2, 1, 0))).toEqual({
    allotments: [
      { number: "C", lots: 500_000_001 },
      { number: "B", lots: 10 },
      { number: "A", lots: 500_000_000 },
    ],
    waiting: [],
  });
});

it("skips numbers that would make one outcome likelier than another", () => {
  const words = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: 2n ** 64n - 2n ** 33n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: 2n ** 64n - 9n, max: 2n ** 64n - 1n }),
  );
  const bounds = fc.oneof(fc.integer({ min: 1, max: 2 ** 32 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(words, { minLength: 4, maxLength: 40 }), bounds, (random, bound) => {
      // Zeros at the end, which are never skipped.
      const all = [...random, 0n, 0n, 0n, 0n];
      const ours = numbersFromBlocks((index) => {
        const block = Buffer.alloc(32);
        for (const place of [0, 1, 2, 3]) {
          block.writeBigUInt64BE(all[index * 4 + place] ?? 0n, place * 8);
        }
        return block;
      });
      function* endless(): Generator<bigint, never> {
        yield* all;
        for (;;) yield 0n;
      }
      const reference = endless();
      for (let count = 0; count < random.length; count += 1) {
        expect(ours.below(bound)).toBe(referenceBelow(reference, bound));
      }
    }),
    { numRuns: 2_000 },
  );
});

it("hashes as Node does, however often", () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 0, max: 300 }), (value, steps) => {
      let expected: Uint8Array = value;
      for (let step = 0; step < steps; step += 1) {
        expected = createHash("sha256").update(expected).digest();
      }
      expect(Buffer.from(delayed(value, steps)).equals(expected)).toBe(true);
    }),
  );
  // A view into a larger buffer, as a worker may get it.
  const large = new Uint8Array(64).fill(7);
  expect(delayed(large.subarray(8, 40), 2)).toEqual(delayed(new Uint8Array(32).fill(7), 2));
});

it("goes on with a delay from where an earlier run came to", async () => {
  const start = delayStart("11".repeat(32), "22".repeat(32));
  const whole = await runDelay(start, 512);
  expect(whole).toHaveLength(257);
  const told: number[] = [];
  const onCheckpoint = (_: string, index: number) => void told.push(index);
  expect(await runDelay(start, 512, { known: whole.slice(0, 250), onCheckpoint })).toEqual(whole);
  expect(told).toEqual([250, 251, 252, 253, 254, 255, 256]);
  await expect(runDelay(start, 512, { known: [whole[1] ?? ""] })).rejects.toThrow("another delay");
  await expect(runDelay(start, 300)).rejects.toThrow("300 is no delay");
  const stopped = runDelay(start, 512, { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow();
  const parts = delayParts(whole, 512);
  expect(parts.map(checkDelayPart)).toEqual(parts.map(() => true));
  const [first, second] = parts;
  if (first === undefined || second === undefined) throw new Error("A delay has 256 parts");
  expect(checkDelayPart({ ...first, to: second.to })).toBe(false);
});

it("lets others have the thread while it hashes on it, within a part and over many", async () => {
  for (const steps of [300_000, 2_000]) {
    const parts = 400_000 / steps;
    let others = 0;
    const timer = setInterval(() => (others += 1), 0);
    const check = partsInTurns();
    const from = "33".repeat(32);
    for (let part = 0; part < parts; part += 1) await check({ index: 0, from, to: "", steps });
    clearInterval(timer);
    expect(others).toBeGreaterThan(0);
  }
});

it("proves of each entry that it is in the list, and of no other", () => {
  const lists = fc.integer({ min: 1, max: 70 }).map((size) =>
    Array.from({ length: size }, (_, index) => ({
      number: String(index).padStart(4, "0"),
      lots: 1 + (index % 3),
      nonce: `三市 ${index}`,
    })),
  );
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (entries, some, any) => {
      const [index, other] = [some % entries.length, any % entries.length];
      const leaves = entries.map((entry) => Buffer.from(referenceJson(entry)));
      const root = entriesRoot(entries);
      expect(root).toBe(referenceRoot(leaves).toString("hex"));
      const proof = inclusionProof(entries, index);
      expect(proof).toEqual(referencePath(leaves, index).map((step) => step.toString("hex")));
      const entry = entries[index] ?? { number: "", lots: 1, nonce: "" };
      const inclusion = { entry, index, size: entries.length, proof };
      expect(isIncluded(inclusion, root)).toBe(true);
      expect(isIncluded({ ...inclusion, entry: { ...entry, lots: 9 } }, root)).toBe(false);
      expect(isIncluded({ ...inclusion, proof: [...proof, root] }, root)).toBe(false);
      expect(isIncluded({ ...inclusion, proof: proof.slice(1) }, root)).toBe(proof.length === 0);
      expect(isIncluded({ ...inclusion, index: index + 0.5 }, root)).toBe(false);
      if (other !== index) expect(isIncluded({ ...inclusion, index: other }, root)).toBe(false);
    }),
  );
  expect(entriesRoot([])).toBe(createHash("sha256").digest("hex"));
  expect(() => inclusionProof([], 0)).toThrow("no entry 0");
});
