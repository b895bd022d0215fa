import { randomBytes } from "node:crypto";
import { drawVersion, seedCommitmentTo, termsHashOf, type Terms } from "@sanshi/draw";
import { quicknet, quicknetRoundFrom } from "@sanshi/draw/drand";
import type { Sealer } from "../sealing/sealer.ts";
import type { Settings } from "../settings.ts";

/** A simulated instance's draw takes seconds, so that it can be watched; where money is real, minutes. */
const delays = { simulated: 25_600_000, live: 2_560_000_000 } as const;

type Drawing = {
  settings: Pick<Settings, "drawDelay" | "drandUrl">;
  feed: { kind: keyof typeof delays };
  sealer: Sealer;
};

export type NewDraw = { terms: Terms; termsHash: string; seedSealed: Buffer };

/**
 * The terms of a draw, which never change from here on. Its seed is drawn now and sealed, and its hash goes out
 * with them.
 */
export function newDraw(
  { settings, feed, sealer }: Drawing,
  {
    offered,
    seedPurpose,
    drawsAt,
    delay = settings.drawDelay ?? delays[feed.kind],
    beacon,
  }: {
    offered: Omit<Terms, "draw" | "delay" | "beacon" | "seed_commitment">;
    seedPurpose: string;
    /** In real time: drand lives there, wherever the app's clock was moved to. */
    drawsAt: number;
    delay?: number | undefined;
    /** The round that the draw takes, where the settings do not say it. */
    beacon?: Terms["beacon"] | undefined;
  },
): NewDraw {
  const seed = randomBytes(32);
  const terms: Terms = {
    draw: drawVersion,
    ...offered,
    delay,
    beacon:
      beacon !== undefined || settings.drandUrl === null ? (beacon ?? null) : roundFrom(drawsAt),
    seed_commitment: seedCommitmentTo(seed),
  };
  const seedSealed = sealer.seal(seed, `${seedPurpose}:${terms.seed_commitment}`);
  return { terms, termsHash: termsHashOf(terms), seedSealed };
}

/** Where money is real no draw is published whose result hangs on our word alone. */
export function lacksBeacon({ settings, feed }: Pick<Drawing, "settings" | "feed">): boolean {
  return feed.kind === "live" && settings.drandUrl === null;
}

function roundFrom(moment: number): NonNullable<Terms["beacon"]> {
  return { network: quicknet.chainHash, round: quicknetRoundFrom(moment) };
}
