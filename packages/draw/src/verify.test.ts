import fc from "fast-check";
import { expect, it } from "vitest";
import {
  checkDelayPart,
  verificationSteps,
  verifyBundle,
  type DelayPart,
  type Entry,
  type Progress,
  type VerificationStep,
  type VerifyOptions,
} from "./index.ts";
import { announced, referenceDraw } from "./reference-draw.fixture.ts";

const entries: Entry[] = Array.from({ length: 12 }, (_, index) => ({
  number: `NS${String(index + 1).padStart(6, "0")}`,
  lots: 1 + (index % 3),
  nonce: `request ${index}`,
}));
const round = {
  network: "quicknet",
  round: 657413,
  randomness: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
  signature:
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
};

type Input = Partial<Parameters<typeof referenceDraw>[0]>;

/** A bundle from the second program. */
function drawn(input: Input = {}) {
  const { bundle } = referenceDraw({
    terms: announced,
    entries,
    seed: Buffer.alloc(32, 3),
    publishedAt: "2026-11-24T06:30:02.000Z",
    beacon: null,
    ...input,
  });
  return bundle;
}

const fair = drawn();
const byLot = drawn({ terms: { ...announced, rule: "by_lot" } });
const beaconed = drawn({
  terms: { ...announced, beacon: { network: "quicknet", round: 657413 } },
  beacon: round,
});

const other = "ab".repeat(32);
const swapped = <Item>(list: readonly Item[], one: number, two: number): Item[] =>
  list.map((item, index) => (index === one ? list[two] : index === two ? list[one] : item) ?? item);
const replaced = <Item>(list: readonly Item[], place: number, item: Item): Item[] =>
  list.map((old, index) => (index === place ? item : old));
const [firstEntry = { number: "", lots: 1, nonce: "" }] = fair.entries;
const [firstGiven = { number: "", lots: 1 }] = fair.allotments;
const lastNumber = fair.order.at(-1) ?? "";

/** The list that somebody else's draw would have, in everything but the entries. */
const withEntries = (list: Entry[]) => ({ ...fair, entries: list });
/** A whole second draw with another list, under the same terms and seed. */
const another = drawn({ entries: entries.slice(1) });

type Attack = [
  name: string,
  bundle: unknown,
  step: VerificationStep,
  code: string,
  place: string,
  options?: VerifyOptions,
];

const attacks: Attack[] = [
  [
    "terms changed",
    { ...fair, terms: { ...fair.terms, quota_lots: 8 } },
    "commitment",
    "hash_differs",
    "terms_hash",
  ],
  ["another seed", { ...fair, seed: other }, "commitment", "hash_differs", "seed"],
  ["no seed beside a result", { ...fair, seed: null }, "commitment", "malformed", "seed"],
  [
    "terms that an entrant was not told",
    fair,
    "commitment",
    "told_otherwise",
    "terms_hash",
    { known: { termsHash: other } },
  ],
  [
    "an entry added",
    withEntries([...fair.entries, { number: "NS999999", lots: 1, nonce: "" }]),
    "root",
    "hash_differs",
    "root",
  ],
  ["an entry dropped", withEntries(fair.entries.slice(1)), "root", "hash_differs", "root"],
  [
    "an entry's lots changed",
    withEntries(replaced(fair.entries, 0, { ...firstEntry, lots: 2 })),
    "root",
    "hash_differs",
    "root",
  ],
  [
    "an entry's nonce changed",
    withEntries(replaced(fair.entries, 0, { ...firstEntry, nonce: "x" })),
    "root",
    "hash_differs",
    "root",
  ],
  [
    "more lots than the terms allow",
    withEntries(replaced(fair.entries, 0, { ...firstEntry, lots: 4 })),
    "root",
    "against_the_terms",
    "entries[0]",
  ],
  [
    "entries in another order",
    withEntries(swapped(fair.entries, 3, 4)),
    "root",
    "out_of_order",
    "entries[4]",
  ],
  ["an entry twice", withEntries([firstEntry, ...fair.entries]), "root", "twice", "entries[1]"],
  ["another root", { ...fair, root: other }, "root", "hash_differs", "root"],
  [
    "a second list with its own root",
    { ...fair, entries: another.entries, root: another.root },
    "delay",
    "hash_differs",
    "checkpoints[0]",
  ],
  [
    "a second list, drawn to its end",
    another,
    "root",
    "told_otherwise",
    "root",
    { known: { root: fair.root } },
  ],
  [
    "the first checkpoint changed",
    { ...fair, checkpoints: replaced(fair.checkpoints, 0, other) },
    "delay",
    "hash_differs",
    "checkpoints[0]",
  ],
  [
    "a checkpoint changed",
    { ...fair, checkpoints: replaced(fair.checkpoints, 100, other) },
    "delay",
    "hash_differs",
    "checkpoints[100]",
  ],
  [
    "the last checkpoint changed",
    { ...fair, checkpoints: replaced(fair.checkpoints, 256, other) },
    "delay",
    "hash_differs",
    "checkpoints[256]",
  ],
  [
    "two checkpoints exchanged",
    { ...fair, checkpoints: swapped(fair.checkpoints, 7, 9) },
    "delay",
    "hash_differs",
    "checkpoints[7]",
  ],
  [
    "a checkpoint too few",
    { ...fair, checkpoints: fair.checkpoints.slice(0, -1) },
    "delay",
    "malformed",
    "checkpoints",
  ],
  ["a delay that takes too long", fair, "commitment", "too_long", "terms.delay", { delayMax: 256 }],
  [
    "a beacon that was not announced",
    { ...fair, beacon: round },
    "beacon",
    "against_the_terms",
    "beacon",
  ],
  [
    "no beacon though one was announced",
    { ...beaconed, beacon: null },
    "beacon",
    "malformed",
    "beacon",
  ],
  [
    "another round",
    { ...beaconed, beacon: { ...round, round: 1 } },
    "beacon",
    "against_the_terms",
    "beacon",
  ],
  [
    "a round that nobody signed",
    beaconed,
    "beacon",
    "not_signed",
    "beacon.signature",
    { isBeacon: () => false },
  ],
  ["a beacon and nothing to check it with", beaconed, "beacon", "cannot_be_checked", "beacon"],
  ["another result", { ...fair, result: other }, "result", "hash_differs", "result"],
  [
    "two in the order exchanged",
    { ...fair, order: swapped(fair.order, 0, 1) },
    "order",
    "differs",
    "order[0]",
  ],
  [
    "somebody twice in the order",
    { ...fair, order: replaced(fair.order, 2, lastNumber) },
    "order",
    "differs",
    "order[2]",
  ],
  [
    "the end of the order left out",
    { ...fair, order: fair.order.slice(0, -1) },
    "order",
    "differs",
    "order[11]",
  ],
  [
    "a lot exchanged for another's",
    {
      ...byLot,
      order: swapped(
        byLot.order,
        0,
        byLot.order.findIndex((number) => number !== byLot.order[0]),
      ),
    },
    "order",
    "differs",
    "order[0]",
  ],
  [
    "one lot more",
    { ...fair, allotments: replaced(fair.allotments, 0, { ...firstGiven, lots: 3 }) },
    "allotments",
    "differs",
    "allotments[0]",
  ],
  [
    "an allotment to another",
    { ...fair, allotments: replaced(fair.allotments, 0, { ...firstGiven, number: lastNumber }) },
    "allotments",
    "differs",
    "allotments[0]",
  ],
  [
    "an allotment left out",
    { ...fair, allotments: fair.allotments.slice(0, -1) },
    "allotments",
    "differs",
    `allotments[${fair.allotments.length - 1}]`,
  ],
  [
    "an allotment to somebody who is waiting",
    { ...fair, allotments: [...fair.allotments, { number: lastNumber, lots: 1 }] },
    "allotments",
    "differs",
    `allotments[${fair.allotments.length}]`,
  ],
];

it.for(attacks)("names the step: %s", async ([, bundle, step, code, place, options]) => {
  const verdict = await verifyBundle(bundle, options);
  expect(verdict).toMatchObject({ outcome: "failed", step, code, place });
  const before = verificationSteps.slice(0, verificationSteps.indexOf(step));
  expect(before.map((name) => verdict.steps[name])).toEqual(before.map(() => "proven"));
  expect(verdict.steps[step]).toBe("failed");
});

it("proves what is right, with the waiting list", async () => {
  for (const bundle of [fair, byLot]) {
    expect(await verifyBundle(bundle)).toMatchObject({ outcome: "proven", bundle });
  }
  const isBeacon = (beacon: { round: number }) => beacon.round === 657413;
  expect(await verifyBundle(beaconed, { isBeacon })).toMatchObject({ outcome: "proven" });
  const known = { termsHash: fair.terms_hash, root: fair.root };
  expect(await verifyBundle(fair, { known })).toMatchObject({ rootLateSeconds: 0 });
  // Members of a later version of the page change nothing, at the top alone.
  expect(await verifyBundle({ ...fair, withdrawn: null })).toMatchObject({ outcome: "proven" });
});

it("says by how much a root was late", async () => {
  const late = { ...fair, published_at: "2026-11-24T06:30:25.500Z" };
  expect(await verifyBundle(late)).toMatchObject({ outcome: "proven", rootLateSeconds: 15.5 });
});

it("says of a draw to come what is right so far", async () => {
  const { terms, terms_hash, entries: list, root, published_at, checkpoints } = fair;
  const announcedOnly = { terms, terms_hash };
  const closed = { ...announcedOnly, entries: list, root, published_at, seed: null };
  const statesOf = async (bundle: unknown) => {
    const { outcome, steps } = await verifyBundle(bundle);
    return [outcome, ...verificationSteps.filter((name) => steps[name] === "proven")];
  };
  expect(await statesOf(announcedOnly)).toEqual(["pending"]);
  expect(await statesOf(closed)).toEqual(["pending", "root"]);
  const delayedToo = { ...closed, checkpoints };
  expect(await statesOf(delayedToo)).toEqual(["pending", "root", "delay", "beacon"]);
  const wrong = await verifyBundle({ ...closed, root: other });
  expect(wrong).toMatchObject({ outcome: "failed", step: "root" });
  const { seed, result, order, allotments } = fair;
  const noList = await verifyBundle({ ...announcedOnly, seed, result, order, allotments });
  expect(noList).toMatchObject({ outcome: "failed", step: "root", place: "entries" });
  const noHash = await verifyBundle({ terms });
  expect(noHash).toMatchObject({ outcome: "failed", step: "commitment", place: "terms_hash" });
});

it("hands out the parts side by side, tells of each, and names the first wrong one", async () => {
  const running = { now: 0, most: 0 };
  const checkPart = async (part: DelayPart) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    // The later a part, the sooner it is done.
    await new Promise((resolve) => setTimeout(resolve, 4 - (part.index % 4)));
    running.now -= 1;
    return checkDelayPart(part);
  };
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => void told.push(progress);
  const verdict = await verifyBundle(fair, { checkPart, sideBySide: 8, onProgress });
  expect(verdict.outcome).toBe("proven");
  expect(running.most).toBe(8);
  expect(told.at(-1)?.parts).toEqual({ checked: 256, count: 256 });
  expect(told.map(({ parts }) => parts.checked)).toEqual(
    told.map(({ parts }) => parts.checked).toSorted((one, two) => one - two),
  );
  const checkpoints = replaced(replaced(fair.checkpoints, 41, other), 43, other);
  let asked = 0;
  const counted = (part: DelayPart) => {
    asked += 1;
    return checkPart(part);
  };
  const broken = await verifyBundle(
    { ...fair, checkpoints },
    { checkPart: counted, sideBySide: 8 },
  );
  expect(broken).toMatchObject({ step: "delay", place: "checkpoints[41]" });
  // Nothing more is hashed once one is wrong.
  expect(asked).toBeLessThan(70);
});

it("stops when it is told to, and passes on what a callback throws", async () => {
  const signal = AbortSignal.abort(new Error("Enough"));
  await expect(verifyBundle(fair, { signal })).rejects.toThrow("Enough");
  const checkPart = () => Promise.reject(new Error("The worker died"));
  await expect(verifyBundle(fair, { checkPart })).rejects.toThrow("The worker died");
});

it("answers a verdict of whatever it is handed", async () => {
  const malformed = async (bundle: unknown) => {
    const verdict = await verifyBundle(bundle);
    return verdict.outcome === "failed" ? `${verdict.step} ${verdict.place}` : verdict.outcome;
  };
  expect(await malformed(null)).toBe("commitment bundle");
  expect(await malformed([fair])).toBe("commitment bundle");
  const terms = (changed: object) => malformed({ ...fair, terms: { ...fair.terms, ...changed } });
  expect(await terms({ draw: "sanshi-draw-v2" })).toBe("commitment terms.draw");
  expect(await terms({ delay: 2 ** 50 })).toBe("commitment terms.delay");
  expect(await terms({ delay: 2 ** 34 + 256 })).toBe("commitment terms.delay");
  // As long as it may be: it is the hash that is wrong.
  expect(await terms({ delay: 2 ** 34 })).toBe("commitment terms_hash");
  expect(await terms({ delay: 0 })).toBe("commitment terms.delay");
  expect(await terms({ delay: "512" })).toBe("commitment terms.delay");
  expect(await terms({ code: 5831 })).toBe("commitment terms.code");
  const listed = { ...beaconed, beacon: { ...round, signature: [round.signature] } };
  expect(await malformed(listed)).toBe("beacon beacon.signature");
  expect(await terms({ delay: 257 })).toBe("commitment terms.delay");
  expect(await terms({ lot: 0.5 })).toBe("commitment terms.lot");
  expect(await terms({ max_lots: 2 ** 40 })).toBe("commitment terms.max_lots");
  expect(await terms({ min_lots: 4 })).toBe("commitment terms.max_lots");
  expect(await terms({ code: "\ud800" })).toBe("commitment terms.code");
  expect(await terms({ code: "x".repeat(201) })).toBe("commitment terms.code");
  expect(await terms({ closes_at: "soon" })).toBe("commitment terms.closes_at");
  expect(await terms({ why: 1 })).toBe("commitment terms.why");
  expect(await malformed({ ...fair, entries: {} })).toBe("root entries");
  const polluted = { ...fair, entries: JSON.parse('[{"__proto__":1,"number":"1","lots":1}]') };
  expect(await malformed(polluted)).toBe("root entries[0].__proto__");
  const spaced = { ...fair, entries: [{ ...firstEntry, number: "NS 1" }] };
  expect(await malformed(spaced)).toBe("root entries[0].number");
  const endless = { ...fair, entries: Array.from({ length: 1_000_001 }, () => firstEntry) };
  expect(await malformed(endless)).toBe("root entries");
  const lots = 1_000_000_000;
  const manyLots = drawn({ terms: { ...announced, rule: "by_lot", max_lots: lots }, entries: [] });
  const greedy = { ...manyLots, entries: [{ ...firstEntry, lots }] };
  expect(await malformed(greedy)).toBe("root entries");
  expect(await malformed({ ...fair, root: fair.root.toUpperCase() })).toBe("root root");
  expect(await malformed({ ...fair, order: fair.order.map(() => 1) })).toBe("order order[0]");
  expect(await malformed({ ...fair, allotments: [null] })).toBe("allotments allotments[0]");
});

it("never proves a bundle in which any one value is another", async () => {
  const names = Object.keys(fair).filter((name) => name !== "published_at" && name !== "beacon");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(),
      fc.jsonValue(),
      async (name, place, value) => {
        const old: unknown = Reflect.get(fair, name);
        const changed = Array.isArray(old) ? replaced(old, place % old.length, value) : value;
        fc.pre(JSON.stringify(changed) !== JSON.stringify(old));
        const { outcome } = await verifyBundle({ ...fair, [name]: changed });
        expect(outcome).toBe("failed");
      },
    ),
    { numRuns: 400 },
  );
});
