import type { MarketKey } from "@sanshi/money";
import type { MessageKind } from "../people/message-groups.ts";

/**
 * The WebSocket at `/api/vue/stream`. The first message signs in; afterwards each `watch` replaces
 * the set of what is on the screen. Quotes come as conflated frames: the newest state of what
 * changed, two to four times a second, never a backlog.
 */
export const streamPath = "/api/vue/stream";
export const watchedSymbolsMax = 100;
export const streamMessageBytesMax = 8192;
/** How far back a client may ask that has no sequence yet. */
export const resumeSecondsMax = 600;

/** `jpy:7203`; an index is `jpy:@` and its code. */
export type SymbolKey = `${MarketKey}:${string}`;

export function symbolKey(market: MarketKey, code: string): SymbolKey {
  return `${market}:${code}`;
}

export type ClientMessage =
  | { op: "sign-in"; token: string; account: string }
  | { op: "watch"; symbols: readonly string[] }
  /** Since the last sequence that was seen, or of the last so many seconds. */
  | { op: "resume"; sequence: string }
  | { op: "resume"; seconds: number }
  | { op: "ping" }
  | { op: "pong" };

/** Short names, because ten thousand clients get them twice a second. Decimals as text. */
export type QuoteFragment = {
  /** symbol key */
  k: string;
  /** sequence */
  s: string;
  /** last price */
  l: string;
  /** change, and change in percent, to the previous close */
  c: string;
  p: string;
  /** best bid and ask; empty where there is none */
  b: string;
  a: string;
  /** day's high, low, volume and turnover */
  h: string;
  w: string;
  v: string;
  u: string;
  /** time of the quote, milliseconds since the epoch on the app's clock */
  t: number;
  /** set where its age is not known, as the server's clock has stepped since: nothing is traded at it */
  o?: true;
};

export type IndexFragment = { k: string; l: string; c: string; p: string; t: number };

/** Something of the customer's own happened; screens refetch what it names. */
export type CustomerEvent =
  | {
      kind: "order_filled";
      id: string;
      type: MarketKey;
      code: string;
      price: string;
      quantity: string;
    }
  | { kind: "order_cancelled"; id: string; type: MarketKey; code: string }
  | {
      kind: "position_closed";
      id: string;
      type: MarketKey;
      code: string;
      price: string;
      quantity: string;
    }
  | { kind: "balance_changed" }
  | { kind: "message"; id: string; about: MessageKind }
  | { kind: "service_message"; id: string }
  | { kind: "price_alert"; id: string; type: MarketKey; code: string; price: string }
  | { kind: "signed_out" };

export type ServerMessage =
  | { op: "ready"; now: number; sequence: string }
  /** The simulated clock was moved, or a move was announced or withdrawn: what was read may be old. */
  | { op: "clock"; now: number }
  | { op: "quotes"; now: number; q: readonly (QuoteFragment | IndexFragment)[] }
  /** `resumed` where it was asked for: it may have been seen already. */
  | { op: "event"; sequence: string; event: CustomerEvent; resumed?: true }
  | { op: "resumed"; sequence: string }
  | { op: "gap"; sequence: string }
  | { op: "ping" }
  | { op: "pong"; now: number }
  | { op: "refused"; msg: string };
