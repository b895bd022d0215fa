import { price } from "@sanshi/money";
import { boardOf, priceLimits } from "@sanshi/rulebook";
import type { Company } from "../companies/company.ts";
import { areWide, needsWide, compactNumbers, type CompactNumbers } from "../compact-numbers.ts";
import type { Chance, MarketEdition } from "./chance.ts";
import { anchorValue, characterOf, type Character } from "./character.ts";
import { corporateCalendar, sharesAhead, type DatedAction } from "./corporate-calendar.ts";
import { debut, lowestDebut } from "./debut.ts";
import { garch, type DayFactors, type DeviationParts } from "./market-factors.ts";
import { ticksMin } from "./minute-ticks.ts";
import { seedFor, streams, type KeyedRandom, type SeedWords } from "./random.ts";
import { snap, type TickGrid } from "./tick-grid.ts";
import type { TradingCalendar } from "./trading-calendar.ts";

/** One day of one stock; prices in units of Price, all exact in a double. */
export type SimulatedDay = {
  open: number;
  high: number;
  low: number;
  close: number;
  /** Whole shares. */
  volume: number;
  /** The previous close, corrected for a split or a dividend that takes effect today. */
  base: number;
};

export type Track = {
  readonly company: Company;
  readonly character: Character;
  /** The day of listing in the market's calendar; negative when listed before the history. */
  readonly listedAt: number;
  /** Those ahead are dated anew where operators entered another year. */
  actions: readonly DatedAction[];
  /** Six numbers a day, see `dayOf`. */
  values: CompactNumbers;
  /** Where an earlier process was on a day that was not over. */
  soFar: SoFar | null;
  /** That day's minutes as that process drew them, until they are used. */
  drawn: DrawnDay | null;
};

export const seriesOfMinutes = ["open", "high", "low", "close", "lots"] as const;

/** One day's minutes; prices in units of Price, volumes in lots. All of one length. */
export type DayMinutes = Readonly<Record<(typeof seriesOfMinutes)[number], CompactNumbers>>;

/** A day's minutes, by its number in the market's calendar. */
export type DrawnDay = { index: number; minutes: DayMinutes };

/** What was paid on a day in all trades before a minute, in the currency's minor unit. */
export type SoFar = { index: number; minute: number; turnover: number };

/** What a stock's next day follows from, beside its last close. */
type Carried = {
  variance: number;
  /** Of a company that came by an offering: what its value is held to be is what its first price says. */
  anchorScale: number;
};

export type State = {
  track: Track;
  variance: ReturnType<typeof garch>;
  nextAction: number;
  /** The last close; 0 before the listing. */
  close: number;
  anchorScale: number;
  /** As it was before the newest day. */
  before: Carried;
};

/** A stock's days from the history's first on, six numbers a day, and what the next one follows from. */
export type KeptStock = Carried & { values: CompactNumbers };

/** Numbers a day. */
export const fields = 6;

/** A process makes room for so many days to come. */
export const roomDays = 64;

/** Null before the stock was listed. */
export function dayOf({ values }: Track, index: number): SimulatedDay | null {
  const at = index * fields;
  const open = values[at];
  if (!open) return null;
  return {
    open,
    high: values[at + 1]!,
    low: values[at + 2]!,
    close: values[at + 3]!,
    volume: values[at + 4]!,
    base: values[at + 5]!,
  };
}

/** That day's close alone; 0 before the stock was listed. */
export function closeOf({ values }: Track, index: number): number {
  return values[index * fields + 3] ?? 0;
}

export function startState(
  company: Company,
  calendar: TradingCalendar,
  chance: Chance,
  untilIndex: number,
): State {
  const character = characterOf(company, company.drawn?.words ?? chance.lasting);
  const listed = calendar.indexOfDate(company.listedOn);
  const listedAt =
    listed < 0 ? -1 : calendar.dateAt(listed) < company.listedOn ? listed + 1 : listed;
  const actions = corporateCalendar(company, character, calendar, untilIndex);
  const values = compactNumbers(false, 0);
  const track: Track = { company, character, listedAt, actions, values, soFar: null, drawn: null };
  const deviation = character.ownDeviation * (calendar.hours === "always" ? 0.82 : 1);
  const variance = garch(deviation * deviation);
  const before = { variance: variance.value, anchorScale: 1 };
  return { track, variance, nextAction: 0, close: 0, anchorScale: 1, before };
}

/** Goes on in what was kept, and in the room behind it: it is nobody else's from then on. */
export function restore(state: State, { values, variance, anchorScale }: KeptStock): void {
  state.track.values = areWide(values)
    ? new Float64Array(values.buffer)
    : new Uint32Array(values.buffer);
  state.variance.value = variance;
  state.anchorScale = anchorScale;
  state.close = values.at(3 - fields) ?? 0;
  state.before = carriedOf(state);
}

export function carriedOf({ variance, anchorScale }: State): Carried {
  return { variance: variance.value, anchorScale };
}

type StockDay = {
  state: State;
  index: number;
  date: string;
  day: number;
  factors: DayFactors;
  grid: TickGrid;
  minutes: number;
  deviationScale: number;
  volumeScale: number;
  parts: DeviationParts;
  random: KeyedRandom;
  words: SeedWords;
  edition: MarketEdition;
};

export function rollStock(on: StockDay): void {
  const { state, index, date, day, factors, grid, random, words } = on;
  const { company, character, listedAt } = state.track;
  seedFor(random, words, streams.day, character.entity, day);
  const ahead = sharesAheadCached(state.track.company, date);
  const value = (anchorValue(company, character, day) * ahead.today) / ahead.then;
  const daysListed = listedAt < 0 ? 1_000 : index - listedAt;
  const isDebut = company.offer !== undefined && daysListed === 0;
  // Nothing pulls a first price anywhere: what the shares were offered at is as good as any other guess.
  if (isDebut) state.anchorScale = company.offer! / value;
  const anchor = value * state.anchorScale;
  const base = isDebut
    ? snap(grid, company.offer!)
    : baseOf(state, index, grid, anchor, daysListed, random);
  const sector = factors.sectors[company.sector];
  const isNew = daysListed < 5;
  const deviation = Math.sqrt(state.variance.value) * (isNew ? 2.2 : 1);
  const jump = jumpOf(character, random);
  const firstDay = isDebut ? debut(random) : daysListed === 0 ? 0.05 + 0.4 * random.uniform() : 0;
  const ownOvernight = deviation * on.parts.overnight * random.normal();
  const ownSession = deviation * on.parts.session * random.normal();
  const pull = Math.max(-0.012, Math.min(0.012, -0.006 * (base / anchor - 1)));
  const overnight =
    character.beta * factors.overnight + sector.overnight + ownOvernight + jump + firstDay;
  const session =
    character.beta * factors.session + sector.session + ownSession + 0.4 * jump + pull;
  const openRaw = base * (1 + Math.max(isDebut ? lowestDebut : -0.6, overnight));
  const closeRaw = openRaw * (1 + Math.max(-0.5, session));
  const reach = (deviation + 0.006 * on.deviationScale * factors.unrest) * 0.55;
  const highRaw = Math.max(openRaw, closeRaw) * (1 + reach * Math.abs(random.normal()));
  const lowRaw =
    Math.min(openRaw, closeRaw) * (1 - Math.min(0.5, reach * Math.abs(random.normal())));
  const bar = withinLimits(on, base, daysListed, { openRaw, highRaw, lowRaw, closeRaw });
  if (isDebut) state.anchorScale *= bar.open / base;
  state.variance.update(ownOvernight + ownSession + 0.5 * jump);
  const moved = Math.abs(bar.close / base - 1);
  const busy = (0.5 + 0.5 * random.uniform() + 0.5 * random.uniform()) * (1 + 12 * moved);
  const fresh = daysListed < 10 ? 10 - daysListed : 1;
  const volume = volumeOf(on, ahead, busy * fresh * (bar.low === bar.high ? 0.15 : 1));
  store(state.track, index, bar, volume, base);
  state.close = bar.close;
}

/** The previous close without what a split or a dividend takes from it today. */
function baseOf(
  state: State,
  index: number,
  grid: TickGrid,
  anchor: number,
  daysListed: number,
  random: KeyedRandom,
): number {
  const { actions } = state.track;
  let base = state.close;
  // The offer price of a new share, or the history's first close: somewhere near the anchor.
  if (base === 0) base = anchor * (daysListed === 0 ? 0.72 : 0.8 + 0.4 * random.uniform());
  for (; state.nextAction < actions.length; state.nextAction += 1) {
    const action = actions[state.nextAction]!;
    if (action.index > index) break;
    if (action.index < index) continue;
    if (action.kind === "split")
      base = (base * Number(action.denominator)) / Number(action.numerator);
    else base -= Number(action.perShare);
  }
  return snap(grid, base);
}

function jumpOf(character: Character, random: KeyedRandom): number {
  const happens = random.uniform() < character.jumpChance;
  const size = (0.02 + 0.09 * random.uniform()) * (random.uniform() < 0.5 ? -1 : 1);
  return happens ? size : 0;
}

type RawBar = { openRaw: number; highRaw: number; lowRaw: number; closeRaw: number };
type DayPrices = { open: number; high: number; low: number; close: number };

/** No daily limit of any market is narrower than this part of the base price. */
const narrowestLimit = 0.045;

/** On the tick grid and inside the day's limits; a move far beyond one leaves a single price all day. */
function withinLimits(on: StockDay, base: number, daysListed: number, raw: RawBar): DayPrices {
  const { grid } = on;
  const open = snap(grid, raw.openRaw);
  const close = snap(grid, raw.closeRaw);
  const high = Math.max(open, close, snap(grid, raw.highRaw));
  const low = Math.min(open, close, snap(grid, raw.lowRaw));
  const isFar = high > base * (1 + narrowestLimit) || low < base * (1 - narrowestLimit);
  if (!isFar) return { open, high, low, close };
  const limits = dayLimits(on.state.track.company, on.date, base, daysListed, on.edition);
  if (limits === null) return { open, high, low, close };
  const clamp = (value: number) => Math.max(limits.low, Math.min(limits.high, value));
  if (raw.openRaw > limits.high * 1.004 && raw.closeRaw > limits.high) return flat(limits.high);
  if (raw.openRaw < limits.low * 0.996 && raw.closeRaw < limits.low) return flat(limits.low);
  return { open: clamp(open), high: clamp(high), low: clamp(low), close: clamp(close) };
}

function flat(value: number): DayPrices {
  return { open: value, high: value, low: value, close: value };
}

/** The rulebook's limits for a day as plain numbers. `daysListed` is 0 on the day of listing. */
export function dayLimits(
  company: Company,
  date: string,
  base: number,
  daysListed: number,
  edition: MarketEdition,
): { low: number; high: number } | null {
  const limits = priceLimits({
    market: company.market,
    limitClass: company.limitClass,
    tickClass: company.tickClass,
    // Tokyo: a new share has no limit before its first price, so its first day has none here.
    basePrice: company.market === "jpy" && daysListed === 0 ? null : price(BigInt(base)),
    date,
    ...(edition > 1 && { board: boardOf(company) }),
    tradingDaysSinceListing: daysListed,
  });
  return limits === null ? null : { low: Number(limits.low), high: Number(limits.high) };
}

/** Every minute has its least number of trades, of one lot at least. */
export const lotsPerMinuteMin = ticksMin;

function volumeOf(on: StockDay, ahead: { today: number; then: number }, busy: number): number {
  const { company, character } = on.state.track;
  const lot = Number(company.boardLot);
  const shares = (company.sharesMillions * 1_000_000 * ahead.then) / ahead.today;
  const lots = Math.floor((shares * character.turnoverRate * busy * on.volumeScale) / lot);
  return (lots + on.minutes * lotsPerMinuteMin) * lot;
}

function store(track: Track, index: number, bar: DayPrices, volume: number, base: number): void {
  const at = index * fields;
  const isWide = needsWide(bar.high) || needsWide(volume) || needsWide(base);
  if (at + fields > track.values.length || (isWide && !areWide(track.values))) {
    enlarge(track, index + 1, isWide);
  }
  const { values } = track;
  values[at] = bar.open;
  values[at + 1] = bar.high;
  values[at + 2] = bar.low;
  values[at + 3] = bar.close;
  values[at + 4] = volume;
  values[at + 5] = base;
}

function enlarge(track: Track, days: number, isWide: boolean): void {
  const count = Math.ceil(days * 1.1 + roomDays) * fields;
  const larger = compactNumbers(
    isWide || areWide(track.values),
    Math.max(count, track.values.length),
  );
  larger.set(track.values);
  track.values = larger;
}

const noSplits = { today: 1, then: 1 };

function sharesAheadCached(company: Company, date: string): { today: number; then: number } {
  return company.splits.length === 0 ? noSplits : sharesAhead(company, date);
}
