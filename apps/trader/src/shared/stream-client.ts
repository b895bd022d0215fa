import {
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
export type StreamWorld = {
  open: () => StreamSocket;
  credentials: () => { token: string; account: string } | null;
  random: () => number;
  setTimer: (run: () => void, ms: number) => number;
  clearTimer: (timer: number) => void;
  /** The app's clock, with every frame. */
  onServerNow: (nowMs: number) => void;
  onEvent: (event: CustomerEvent) => void;
  /** Connected again after a gap: events may have been missed. */
  onReconnected: () => void;
  /** The server does not accept the session. */
  onRefused: (msg: string) => void;
};

const reconnectMsMin = 500;
const reconnectMsMax = 30_000;
/** The server pings; a line that is silent for longer is dead. */
const silenceMsMax = 45_000;
/** Changes of what is on the screen within this time go as one message. */
const watchDelayMs = 40;

/** The pause before try number `tries` (from 0): doubles up to 30 seconds, and half of it is chance. */
export function reconnectDelayMs(tries: number, random: number): number {
  return Math.min(reconnectMsMax, reconnectMsMin * 2 ** tries) * (0.5 + random / 2);
}

export type StreamClient = ReturnType<typeof createStreamClient>;

/**
 * One connection for the whole app. It exists while somebody watches a symbol or `start` was
 * called, tells the server what is on the screen, and wakes only the listeners of what changed.
 */
export function createStreamClient(world: StreamWorld) {
  const quotes = new Map<string, LiveQuote>();
  const listeners = new Map<string, Set<() => void>>();
  const stateListeners = new Set<() => void>();
  let state: StreamState = "offline";
  let socket: StreamSocket | null = null;
  let tries = 0;
  let wasLive = false;
  let wanted = false;
  let reconnectTimer: number | undefined;
  let silenceTimer: number | undefined;
  let watchTimer: number | undefined;
  let watched = "";

  function start(): void {
    wanted = true;
    if (socket === null && reconnectTimer === undefined) connect();
  }

  /** Lets go of the line, for a hidden page or after sign-out. Listeners stay. */
  function stop(): void {
    wanted = false;
    drop();
    tries = 0;
    setState("offline");
  }

  function subscribe(symbol: string, listener: () => void): () => void {
    let group = listeners.get(symbol);
    if (group === undefined) {
      group = new Set();
      listeners.set(symbol, group);
      watchSoon();
    }
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size > 0 || listeners.get(symbol) !== group) return;
      listeners.delete(symbol);
      watchSoon();
    };
  }

  function connect(): void {
    const credentials = world.credentials();
    if (!wanted || credentials === null) return setState("offline");
    setState("connecting");
    const opened = world.open();
    socket = opened;
    opened.onopen = () => send({ op: "sign-in", ...credentials });
    opened.onmessage = (event) => {
      if (socket === opened && typeof event.data === "string") receive(event.data);
    };
    opened.onclose = () => {
      if (socket === opened) lost();
    };
    listenForSilence();
  }

  function receive(text: string): void {
    listenForSilence();
    const message = JSON.parse(text) as ServerMessage;
    if (message.op === "ready") return ready(message.now);
    if (message.op === "quotes") {
      world.onServerNow(message.now);
      return take(message.q);
    }
    if (message.op === "event") return world.onEvent(message.event);
    if (message.op === "ping") return send({ op: "pong" });
    stop();
    world.onRefused(message.msg);
  }

  function ready(nowMs: number): void {
    world.onServerNow(nowMs);
    tries = 0;
    watched = "";
    setState("live");
    watch();
    if (wasLive) world.onReconnected();
    wasLive = true;
  }

  function take(fragments: readonly (QuoteFragment | IndexFragment)[]): void {
    const changed = new Set<string>();
    for (const fragment of fragments) {
      const before = quotes.get(fragment.k);
      if (before !== undefined && fragment.t < before.at) continue;
      quotes.set(fragment.k, quoteOf(fragment));
      changed.add(fragment.k);
    }
    for (const symbol of changed) listeners.get(symbol)?.forEach((wake) => wake());
  }

  function watchSoon(): void {
    if (watchTimer !== undefined) return;
    watchTimer = world.setTimer(() => {
      watchTimer = undefined;
      watch();
    }, watchDelayMs);
  }

  function watch(): void {
    if (state !== "live") return;
    // The newest rows win where a screen shows more than the server carries.
    const symbols = [...listeners.keys()].slice(-watchedSymbolsMax);
    const key = symbols.join();
    if (key === watched) return;
    watched = key;
    send({ op: "watch", symbols });
  }

  function lost(): void {
    drop();
    if (!wanted) return;
    setState(tries === 0 ? "connecting" : "offline");
    const delay = reconnectDelayMs(tries, world.random());
    tries += 1;
    reconnectTimer = world.setTimer(() => {
      reconnectTimer = undefined;
      connect();
    }, delay);
  }

  function drop(): void {
    for (const timer of [reconnectTimer, silenceTimer]) {
      if (timer !== undefined) world.clearTimer(timer);
    }
    reconnectTimer = undefined;
    silenceTimer = undefined;
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function listenForSilence(): void {
    if (silenceTimer !== undefined) world.clearTimer(silenceTimer);
    silenceTimer = world.setTimer(lost, silenceMsMax);
  }

  function send(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function setState(next: StreamState): void {
    if (state === next) return;
    state = next;
    stateListeners.forEach((wake) => wake());
  }

  return {
    start,
    stop,
    subscribe,
    quote: (symbol: string): LiveQuote | null => quotes.get(symbol) ?? null,
    state: (): StreamState => state,
    subscribeState: (listener: () => void): (() => void) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    /** After sign-out: the next customer starts with nothing. */
    forget: (): void => {
      stop();
      quotes.clear();
      wasLive = false;
    },
  };
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
  };
}
