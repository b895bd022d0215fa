import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isDrandRound, quicknet, quicknetRoundFrom } from "./drand.ts";
import { drawFrom, isIncluded, verifyBundle, type Beacon, type DrawnBundle } from "./index.ts";
import {
  findReceipt,
  isSignedReceipt,
  readReceipt,
  receiptText,
  signingKeysOf,
} from "./receipt.ts";
import { referenceDraw, referenceIsSigned } from "./reference-draw.fixture.ts";

type Vectors = {
  draws: { name: string; bundle: DrawnBundle; waiting: string[] }[];
  inclusion: { root: string; proofs: Parameters<typeof isIncluded>[0][] };
  receipts: { public_key: string; receipts: Parameters<typeof isSignedReceipt>[0][] };
};
const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../vectors/draw-v1.json", import.meta.url), "utf8"),
);
const keys = [{ id: "vector", public_key: vectors.receipts.public_key }];

it.for(vectors.draws)("comes to the vector: $name", async ({ bundle, waiting }) => {
  const { terms, entries, result, order, allotments } = bundle;
  expect(drawFrom(result, terms, entries)).toEqual({ order, allotments, waiting });
  const verdict = await verifyBundle(bundle, { isBeacon: isDrandRound });
  expect(verdict).toMatchObject({ outcome: "proven", waiting, rootLateSeconds: 0 });
  // The second program still comes to it too.
  const { seed_commitment: _, ...announced } = terms;
  const again = referenceDraw({
    terms: announced,
    entries: [...entries],
    seed: Buffer.from(bundle.seed, "hex"),
    publishedAt: bundle.published_at,
    beacon: bundle.beacon,
  });
  expect(again).toEqual({ bundle, waiting });
});

it("finds every entry of the vectors in their list", () => {
  const { root, proofs } = vectors.inclusion;
  expect(proofs.map((proof) => isIncluded(proof, root))).toEqual(proofs.map(() => true));
});

it("knows a receipt from one that was changed, and an entry that was left out or changed", () => {
  const [draw] = vectors.draws;
  if (draw === undefined) throw new Error("There are vectors");
  const { entries, terms_hash: termsHash } = draw.bundle;
  for (const given of vectors.receipts.receipts) {
    const receipt = readReceipt(JSON.parse(JSON.stringify(given)));
    expect(receipt).toEqual(given);
    expect(receiptText(receipt)).not.toContain("signature");
    expect(referenceIsSigned(receipt, vectors.receipts.public_key)).toBe(true);
    const check = { receipt, termsHash, entries, keys };
    expect(findReceipt(check)).toBe("entered");
    const without = entries.filter(({ number }) => number !== receipt.number);
    expect(findReceipt({ ...check, entries: without })).toBe("left_out");
    const changed = entries.map((entry) =>
      entry.number === receipt.number ? { ...entry, lots: entry.lots + 1 } : entry,
    );
    expect(findReceipt({ ...check, entries: changed })).toBe("changed");
    expect(findReceipt({ ...check, termsHash: "00".repeat(32) })).toBe("other_terms");
    for (const forged of [
      { ...receipt, lots: receipt.lots + 1 },
      { ...receipt, nonce: "another" },
      { ...receipt, signature: `A${receipt.signature.slice(1)}` },
      { ...receipt, signature: receipt.signature.slice(1) },
      { ...receipt, signature: "" },
      { ...receipt, signature: "*" },
    ]) {
      expect(findReceipt({ ...check, receipt: forged })).toBe("not_signed");
    }
    for (const public_key of ["", "A", "A".repeat(43), "_".repeat(43)]) {
      expect(isSignedReceipt(receipt, [{ id: "other", public_key }])).toBe(false);
    }
  }
  expect(() => readReceipt({ ...vectors.receipts.receipts[0], lots: "1" })).toThrow("receipt.lots");
});

/** Rounds as drand published them. */
const rounds: Beacon[] = [
  {
    network: quicknet.chainHash,
    round: 1000,
    randomness: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    signature:
      "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  },
  {
    network: quicknet.name,
    round: 657413,
    randomness: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
    signature:
      "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
  },
];

it("takes a round of drand that the network signed, and no other", () => {
  expect(rounds.map(isDrandRound)).toEqual([true, true]);
  const [one, other] = rounds;
  if (one === undefined || other === undefined) throw new Error("There are rounds");
  expect(isDrandRound({ ...one, round: 1001 })).toBe(false);
  expect(isDrandRound({ ...one, network: "of our own" })).toBe(false);
  expect(isDrandRound({ ...one, randomness: other.randomness })).toBe(false);
  expect(isDrandRound({ ...other, round: 1000 })).toBe(false);
  // No point of the curve, with a randomness that fits.
  const signature = "00".repeat(48);
  const randomness = "17b0761f87b081d5cf10757ccc89f12be355c70e2e29df288b65b30710dcbcd1";
  expect(isDrandRound({ ...one, signature, randomness })).toBe(false);
});

it("names the round that is published at a time or after it", () => {
  const genesis = quicknet.genesisSeconds * 1_000;
  expect([0, genesis, genesis + 1, genesis + 3_000].map(quicknetRoundFrom)).toEqual([1, 1, 2, 2]);
});

it("reads of a bundle's keys those that are keys", () => {
  const [key] = keys;
  expect(
    signingKeysOf({
      signing_keys: [key, null, {}, { public_key: "x" }, { id: 1, public_key: "x" }],
    }),
  ).toEqual([key]);
  expect(signingKeysOf({ signing_keys: "x" })).toEqual([]);
  expect(signingKeysOf({})).toEqual([]);
});
