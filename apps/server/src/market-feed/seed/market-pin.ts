import { randomBytes } from "node:crypto";
import { localDate } from "@sanshi/rulebook";
import { marketKeys } from "@sanshi/money";
import type { AuditLog } from "../../platform/audit-log.ts";
import { StartError } from "../../platform/postgres/start-error.ts";
import type { KeyRing } from "../../platform/sealing/key-ring.ts";
import { sealedKey } from "../../platform/sealing/sealer.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Database } from "../../platform/sql/database.ts";
import {
  marketEditions,
  newestEdition,
  openChance,
  secretChance,
  type Chance,
  type MarketEdition,
} from "../simulated/chance.ts";
import { dateOfDay, dayNumber } from "../simulated/trading-calendar.ts";
import { commitmentTo, type MarketOrigin } from "./commitment.ts";
import { createDayParts, lastDay, type DayParts } from "./day-parts.ts";
import { insertPin, loadPastSeed, loadPin, type StoredPin } from "./market-pin.store.ts";

/** What this database's simulated prices follow from, and what of it may be told. */
export type MarketPin = {
  chance: Chance;
  /** Null where MARKET_SEED was given: nothing is secret then, and nothing is committed to. */
  origin: MarketOrigin | null;
  commitment: Buffer | null;
  /** When this database's market began, on the app's clock. */
  pinnedAt: number;
  /** Whether somebody can know prices ahead at a moment: who has the given seed, or this program's old one. */
  isForeseeable(now: number): boolean;
  /** The newest day that is over everywhere, with its part, which tells those of all days before it. */
  revealed(now: number): { date: string; part: Buffer } | null;
};

export type PinParts = {
  database: Database;
  ring: KeyRing;
  auditLog: AuditLog;
  settings: Pick<Settings, "market" | "marketSeed" | "marketHours">;
  /** The app's clock, milliseconds since the epoch. */
  now: number;
};

const seedName = "market_seed";

/**
 * Pins a database's market at its first start, and holds every later start against it. The secret seed is
 * drawn here and kept sealed: who reads the database or a backup of it alone cannot know a price ahead.
 *
 * @throws StartError for another feed, seed or hours than those of the database; the try is recorded.
 */
export async function pinMarket(parts: PinParts): Promise<MarketPin> {
  const { database, ring, settings } = parts;
  const known = await loadPin(database.reader);
  const seed = await sealedKey(database, ring, seedName);
  const pin = known ?? (await makePin(parts, seed));
  const fault = faultOf(settings, pin);
  if (fault !== null) {
    await recordRefusal(parts, pin);
    throw new StartError(fault);
  }
  return pinFrom(pin, seed);
}

/** The same for whoever asks first and later: a start that never asks pins nothing. */
export function pinOnce({
  clock,
  ...parts
}: Omit<PinParts, "now"> & { clock: { now(): number } }): () => Promise<MarketPin> {
  let pin: Promise<MarketPin> | undefined;
  return () => (pin ??= pinMarket({ ...parts, now: clock.now() }));
}

async function makePin(parts: PinParts, seed: Buffer): Promise<StoredPin> {
  const { database, settings, now } = parts;
  const pastSeed = await loadPastSeed(database.reader);
  // What was served before anything was pinned keeps its past, by the generator as it was.
  const edition = pastSeed === null ? newestEdition : 1;
  const common = { feed: feedOf(settings), hours: settings.marketHours, pinned_at: now, edition };
  const made =
    settings.marketSeed === null
      ? secretPin(common, seed, pastSeed)
      : {
          ...common,
          past_seed: settings.marketSeed,
          secret_from: null,
          anchor: null,
          commitment: null,
        };
  await insertPin(database.reader, made);
  // Where two processes start at once, the first one's holds for both.
  const kept = await loadPin(database.reader);
  if (kept === undefined) throw new Error("the market's pin was not kept");
  return kept;
}

/**
 * A new database's days are secret from yesterday on, so that today's are in every market. One that was
 * served before keeps the day on which it is, which everybody's charts show already, and is secret from
 * the next day on: prices go on from that day's close.
 */
function secretPin(
  common: Pick<StoredPin, "feed" | "hours" | "pinned_at" | "edition">,
  seed: Buffer,
  pastSeed: string | null,
): StoredPin {
  const now = common.pinned_at;
  const today = marketKeys.map((market) => dayNumber(localDate(market, now)));
  const utc = Math.floor(now / 86_400_000);
  const firstDay = pastSeed === null ? utc - 1 : Math.max(...today) + 1;
  const { anchor } = createDayParts(seed, firstDay);
  const stored = {
    ...common,
    past_seed: pastSeed ?? randomBytes(16).toString("hex"),
    secret_from: dateOfDay(firstDay),
    anchor,
  };
  return { ...stored, commitment: commitmentTo(originOf(stored)) };
}

function originOf(
  pin: Omit<StoredPin, "commitment"> & { secret_from: string; anchor: Buffer },
): MarketOrigin {
  return {
    edition: editionOf(pin),
    feed: pin.feed,
    hours: pin.hours,
    pastSeed: pin.past_seed,
    secretFrom: pin.secret_from,
    pinnedAt: pin.pinned_at,
    anchor: pin.anchor,
  };
}

/** @throws StartError for a database whose prices a later program has pinned. */
function editionOf({ edition }: Pick<StoredPin, "edition">): MarketEdition {
  const known = marketEditions.find((one) => one === edition);
  if (known === undefined) {
    throw new StartError(
      `This database's prices follow from edition ${edition} of the market, which this program does not know.`,
    );
  }
  return known;
}

function pinFrom(pin: StoredPin, seed: Buffer): MarketPin {
  const { secret_from, anchor } = pin;
  if (secret_from === null || anchor === null) {
    return {
      chance: openChance(pin.past_seed, editionOf(pin)),
      origin: null,
      commitment: null,
      pinnedAt: pin.pinned_at,
      isForeseeable: () => true,
      revealed: () => null,
    };
  }
  const secretFrom = dayNumber(secret_from);
  const parts: DayParts = createDayParts(seed, secretFrom);
  if (!parts.anchor.equals(anchor)) {
    throw new StartError(
      "The market's seed is not the one that this database has published the hash of: put back its sealed keys from a backup.",
    );
  }
  return {
    chance: secretChance({
      edition: editionOf(pin),
      pastSeed: pin.past_seed,
      secretFrom,
      pinnedAt: pin.pinned_at,
      partOf: (day) => parts.of(day),
    }),
    origin: originOf({ ...pin, secret_from, anchor }),
    commitment: pin.commitment,
    pinnedAt: pin.pinned_at,
    isForeseeable: (now) => lastRunningDay(now) < secretFrom,
    revealed(now) {
      const day = Math.min(lastRunningDay(now), lastDay) - 1;
      return day < secretFrom ? null : { date: dateOfDay(day), part: parts.of(day) };
    },
  };
}

/** New York's date is the last one to end: of the days before it nothing is traded anywhere. */
function lastRunningDay(now: number): number {
  return dayNumber(localDate("usd", now));
}

function faultOf(settings: PinParts["settings"], pin: StoredPin): string | null {
  const elsewhere = "or choose another DATA_DIR or DATABASE_URL";
  if (feedOf(settings) !== pin.feed) {
    return `This database's prices come from MARKET=${pin.feed}, and another feed would change its past: set it again, ${elsewhere}.`;
  }
  if (pin.feed === "simulated" && settings.marketHours !== pin.hours) {
    return `This database's market keeps MARKET_HOURS=${pin.hours}, as MARKET_RULES=${pin.hours === "always" ? "practice" : "exchange"} does, and other hours would change its past prices: set it again, ${elsewhere}.`;
  }
  if (settings.marketSeed === null) return null;
  if (pin.secret_from !== null) {
    return `This database's prices follow from a secret seed of its own: leave MARKET_SEED out, ${elsewhere}.`;
  }
  if (settings.marketSeed !== pin.past_seed) {
    return `This database's prices follow from another MARKET_SEED: set that one again, ${elsewhere}.`;
  }
  return null;
}

/** The try stays on record; a given seed itself does not. */
async function recordRefusal({ auditLog, settings }: PinParts, pin: StoredPin): Promise<void> {
  await auditLog.append({
    operatorId: null,
    operator: null,
    role: null,
    address: "",
    method: "START",
    path: "/market/seed",
    subject: "market",
    outcome: "market_pinned",
    details: {
      pinned: detailsOf(pin),
      asked: {
        feed: feedOf(settings),
        hours: settings.marketHours,
        seed: settings.marketSeed === null ? "none" : "given",
      },
    },
  });
}

function detailsOf({ feed, hours, secret_from }: StoredPin) {
  return { feed, hours, seed: secret_from === null ? "given" : "secret" };
}

function feedOf({ market }: PinParts["settings"]): string {
  return market.kind === "live" ? market.adapter : market.kind;
}
