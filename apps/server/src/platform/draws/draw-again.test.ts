import { expect, it } from "vitest";
import {
  announced,
  referenceDraw,
} from "../../../../../packages/draw/src/reference-draw.fixture.ts";
import { drawAgain } from "./draw-again.ts";
import { drawnAgainFrom } from "./draw-task.ts";

const terms = { ...announced, quota_lots: 900, delay: 256 };

function bundleOf(entries: number) {
  return referenceDraw({
    terms,
    entries: Array.from({ length: entries }, (_, index) => ({
      number: `NS${String(index + 1).padStart(6, "0")}`,
      lots: 1 + (index % 3),
      nonce: `request ${index}`,
    })),
    seed: Buffer.alloc(32, 3),
    publishedAt: "2026-11-24T06:30:02.000Z",
    beacon: null,
  }).bundle;
}
const bytesOf = (bundle: unknown) => Buffer.from(JSON.stringify(bundle));
const long = bundleOf(2_000);

it("a long list is drawn again in a thread of its own, with the list as the bundle has it", async () => {
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const again = await drawnAgainFrom(bytesOf(long));
  clearInterval(ticking);
  // Drawn here, it lets nobody have a turn.
  expect(turns).toBeGreaterThan(0);
  expect(again).toEqual(await drawAgain(bytesOf(long)));
  if (again.outcome !== "proven") throw new Error(again.why);
  const { terms_hash, root, result } = long;
  expect(again).toMatchObject({ terms_hash, root, result });
  const given = new Map(long.allotments.map(({ number, lots }) => [number, lots]));
  const list = JSON.parse(again.list) as {
    number: string;
    lots: number;
    allotted: number;
    place: number;
  }[];
  expect(list.map(({ number, lots }) => ({ number, lots }))).toEqual(
    long.entries.map(({ number, lots }) => ({ number, lots })),
  );
  expect(list.map(({ allotted }) => allotted)).toEqual(
    long.entries.map(({ number }) => given.get(number) ?? 0),
  );
  const waiting = list.filter(({ place }) => place > 0).map(({ place }) => place);
  expect(waiting.toSorted((one, other) => one - other)).toEqual(
    waiting.map((_, index) => index + 1),
  );
});

it("a list in which somebody was given more is named with the place, in a thread and without one", async () => {
  for (const bundle of [long, bundleOf(20)]) {
    const [first, ...others] = bundle.allotments;
    const allotments = [{ ...first!, lots: first!.lots + 1 }, ...others];
    expect(await drawnAgainFrom(bytesOf({ ...bundle, allotments }))).toEqual({
      outcome: "failed",
      why: "differs allotments[0]",
    });
  }
});

it("what is no bundle is named, however long it is", async () => {
  for (const bytes of [Buffer.from("{"), Buffer.alloc(200_000, "x")]) {
    expect(await drawnAgainFrom(bytes)).toEqual({ outcome: "failed", why: "malformed bundle" });
  }
});
