import {
  resumeSecondsMax,
  watchedSymbolsMax,
  type ClientMessage,
  type CustomerEvent,
  type IndexFragment,
  type QuoteFragment,
  type ServerMessage,
} from "@sanshi/contract/stream";

export type StreamState = "live" | "connecting" | "offline";

/** The newest price of a stock or an index. An index has no bid, ask, high, low, volume, turnover. */
export type LiveQuote = {
  price: string;
  change: string;
  changePercent: string;
  bid: string;
  ask: string;
  high: string;
  low: string;
  volume: string;
  turnover: string;
  sequence: string;
  /** Milliseconds since the epoch on the app's clock. */
  at: number;
  /** Its age is not known, and nothing is traded at it until the next one. */
  isAgeUnknown?: true | undefined;
};

/** What the client needs of a WebSocket. */
export type StreamSocket = {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};

/** The world outside, so that a test can hold time, chance and the wire. */
type StreamWorld = {
  open: () => StreamSocket;
  credentials: () => { token: string; account: string } | null;
  random: () => number;
  /** Milliseconds since the page was opened, however the clocks go. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => number;
  clearTimer: (timer: number) => void;
  /** The app's clock, with every frame. */
  onServerNow: (nowMs: number) => void;
  /** `isQuiet` where it may have been told before, or happened before anybody looked. */
  onEvent: (event: CustomerEvent, isQuiet: boolean) => void;
  /** The app's clock was moved, or is to be. */
  onClock: () => void;
  /** Connected again, or too much was missed: whatever was read may be old. */
  onReconnected: () => void;
  /** The server does not accept the session. */
  onRefused: (msg: string) => void;
};

const reconnectMsMin = 500;
/** Only a page that is looked at holds a line, and whoever looks knows within two seconds that it is back. */
const reconnectMsMax = 1_500;
/** An attempt that has come to nothing by then is given up for a new one. */
const connectMsMax = 10_000;
/** The server pings; a line that is silent for longer is dead. */
const silenceMsMax = 45_000;
/** Changes of what is on the screen within this time go as one message. */
const watchDelayMs = 40;
/** What is told again after a broken line is among the last so many. */
const rememberedEventsMax = 100;

/** The pause before try number `attempts` (from 0): doubles up to a second and a half, and half of it is chance. */
export function reconnectDelayMs(attempts: number, random: number): number {
  return Math.min(reconnectMsMax, reconnectMsMin * 2 ** attempts) * (0.5 + random / 2);
}

/**
 * One connection for the whole app. It exists while `start` holds and somebody is signed in, tells
 * the server what is on the screen, and wakes only the listeners of what changed.
 */
export class StreamClient {
  readonly #world: StreamWorld;
  readonly #quotes = new Map<string, LiveQuote>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #stateListeners = new Set<() => void>();
  #state: StreamState = "offline";
  #socket: StreamSocket | null = null;
  #wanted = false;
  #wasLive = false;
  #attempts = 0;
  #watched = "";
  /** Up to here every event was heard; null before the first. */
  #sequence: string | null = null;
  /** Between a `resume` and its end, what comes by itself does not show that nothing was missed. */
  #isResuming = false;
  /** When the first screen of this customer may have read something. */
  #readSince = 0;
  readonly #told = new Set<string>();
  #reconnectTimer: number | undefined;
  #silenceTimer: number | undefined;
  #watchTimer: number | undefined;

  constructor(world: StreamWorld) {
    this.#world = world;
  }

  // Arrow functions, because React takes some of these as they are.
  readonly start = (): void => {
    this.#wanted = true;
    if (this.#socket === null && this.#reconnectTimer === undefined) this.#connect();
  };

  /** Lets go of the line, for a hidden page or after sign-out. Listeners stay. */
  readonly stop = (): void => {
    this.#wanted = false;
    this.#drop();
    this.#attempts = 0;
    this.#setState("offline");
  };

  /** After sign-out: the next customer starts with nothing. */
  readonly forget = (): void => {
    this.stop();
    this.#quotes.clear();
    this.#wasLive = false;
    this.#sequence = null;
    this.#told.clear();
    this.#readSince = this.#world.now();
  };

  readonly state = (): StreamState => this.#state;

  readonly quote = (symbol: string): LiveQuote | null => this.#quotes.get(symbol) ?? null;

  readonly subscribeState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /** Watches a symbol for as long as one listener stays. Answers how to leave. */
  readonly subscribe = (symbol: string, listener: () => void): (() => void) => {
    const group = this.#listeners.get(symbol) ?? new Set();
    if (group.size === 0) {
      this.#listeners.set(symbol, group);
      this.#watchSoon();
    }
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size > 0 || this.#listeners.get(symbol) !== group) return;
      this.#listeners.delete(symbol);
      this.#watchSoon();
    };
  };

  #connect(): void {
    const credentials = this.#world.credentials();
    if (!this.#wanted || credentials === null) return this.#setState("offline");
    // A line that stays lost is said to be until it stands again.
    if (this.#attempts <= 1) this.#setState("connecting");
    const socket = this.#world.open();
    this.#socket = socket;
    socket.onopen = () => this.#send({ op: "sign-in", ...credentials });
    socket.onmessage = (event) => {
      if (this.#socket === socket && typeof event.data === "string") this.#receive(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    this.#listenForSilence(connectMsMax);
  }

  #receive(text: string): void {
    this.#listenForSilence();
    const message = JSON.parse(text) as ServerMessage;
    if (message.op === "ready") return this.#ready(message.now);
    if (message.op === "quotes") {
      this.#world.onServerNow(message.now);
      return this.#take(message.q);
    }
    if (message.op === "clock") {
      this.#world.onServerNow(message.now);
      return this.#world.onClock();
    }
    if (message.op === "event") return this.#hear(message);
    if (message.op === "resumed" || message.op === "gap") return this.#caughtUp(message);
    if (message.op === "ping") return this.#send({ op: "pong" });
    if (message.op === "pong") return;
    this.stop();
    this.#world.onRefused(message.msg);
  }

  #ready(nowMs: number): void {
    this.#world.onServerNow(nowMs);
    this.#attempts = 0;
    this.#watched = "";
    this.#setState("live");
    this.#resume();
    this.#watch();
    if (this.#wasLive) this.#world.onReconnected();
    this.#wasLive = true;
  }

  /** What happened between the last event that was heard, or the first screen's reading, and now. */
  #resume(): void {
    this.#isResuming = true;
    if (this.#sequence !== null) return this.#send({ op: "resume", sequence: this.#sequence });
    const seconds = Math.max(1, Math.ceil((this.#world.now() - this.#readSince) / 1000));
    this.#send({ op: "resume", seconds: Math.min(resumeSecondsMax, seconds) });
    if (seconds > resumeSecondsMax) this.#world.onReconnected();
  }

  #caughtUp({ op, sequence }: Extract<ServerMessage, { op: "resumed" | "gap" }>): void {
    this.#isResuming = false;
    this.#sequence = sequence;
    if (op === "gap") this.#world.onReconnected();
  }

  #hear({ event, sequence, resumed }: Extract<ServerMessage, { op: "event" }>): void {
    const isBefore = resumed === true;
    const wasTold = this.#told.has(JSON.stringify(event));
    this.#told.add(JSON.stringify(event));
    if (this.#told.size > rememberedEventsMax) {
      for (const oldest of this.#told) {
        this.#told.delete(oldest);
        break;
      }
    }
    const isFirst = this.#sequence === null;
    if (!this.#isResuming) this.#sequence = sequence;
    this.#world.onEvent(event, isBefore && (wasTold || isFirst));
  }

  #take(fragments: readonly (QuoteFragment | IndexFragment)[]): void {
    const changed = new Set<string>();
    for (const fragment of fragments) {
      const before = this.#quotes.get(fragment.k);
      if (before !== undefined && fragment.t < before.at) continue;
      this.#quotes.set(fragment.k, quoteOf(fragment));
      changed.add(fragment.k);
    }
    for (const symbol of changed) this.#listeners.get(symbol)?.forEach((wake) => wake());
  }

  #watchSoon(): void {
    if (this.#watchTimer !== undefined) return;
    this.#watchTimer = this.#world.setTimer(() => {
      this.#watchTimer = undefined;
      this.#watch();
    }, watchDelayMs);
  }

  #watch(): void {
    if (this.#state !== "live") return;
    // The newest rows win where a screen shows more than the server carries.
    const symbols = [...this.#listeners.keys()].slice(-watchedSymbolsMax);
    const key = symbols.join();
    if (key === this.#watched) return;
    this.#watched = key;
    this.#send({ op: "watch", symbols });
  }

  #lost(): void {
    this.#drop();
    if (!this.#wanted) return;
    this.#setState(this.#attempts === 0 ? "connecting" : "offline");
    const delay = reconnectDelayMs(this.#attempts, this.#world.random());
    this.#attempts += 1;
    this.#reconnectTimer = this.#world.setTimer(() => {
      this.#reconnectTimer = undefined;
      this.#connect();
    }, delay);
  }

  #drop(): void {
    for (const timer of [this.#reconnectTimer, this.#silenceTimer]) {
      if (timer !== undefined) this.#world.clearTimer(timer);
    }
    this.#reconnectTimer = undefined;
    this.#silenceTimer = undefined;
    const dropped = this.#socket;
    this.#socket = null;
    dropped?.close();
  }

  #listenForSilence(ms = silenceMsMax): void {
    if (this.#silenceTimer !== undefined) this.#world.clearTimer(this.#silenceTimer);
    this.#silenceTimer = this.#world.setTimer(() => this.#lost(), ms);
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #setState(next: StreamState): void {
    if (this.#state === next) return;
    this.#state = next;
    this.#stateListeners.forEach((wake) => wake());
  }
}

function quoteOf(fragment: QuoteFragment | IndexFragment): LiveQuote {
  const stock = "s" in fragment ? fragment : null;
  return {
    price: fragment.l,
    change: fragment.c,
    changePercent: fragment.p,
    bid: stock?.b ?? "",
    ask: stock?.a ?? "",
    high: stock?.h ?? "",
    low: stock?.w ?? "",
    volume: stock?.v ?? "",
    turnover: stock?.u ?? "",
    sequence: stock?.s ?? "",
    at: fragment.t,
    isAgeUnknown: stock?.o,
  };
}
