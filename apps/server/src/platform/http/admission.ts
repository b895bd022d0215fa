import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { CallPath } from "@sanshi/contract";

/** An import would load Node's client for HTTP as well, which takes a start some time and memory, and nobody uses. */
const { createServer } = process.getBuiltinModule("node:http");

/** What lets people out, what lets them in, and everything else: each has places of its own. */
export type CallKind = "closing" | "opening" | "other";

/**
 * How many calls may be under way at once in one process. One at its limit answers 503 before it has
 * read anything but the path, so that it goes on doing what it has taken as fast as ever. Of openings
 * there are two batches under way and a third that comes together: more would only wait, and what waits
 * slows down what is done.
 */
export const underWayMax: Record<CallKind, number> = { closing: 2_048, opening: 384, other: 1_024 };

/**
 * What is shed hears of it after this time and not at once, and whoever then asks again before the
 * seconds of `Retry-After` are over hears of it when they are: even a refusal has its cost, and clients
 * who ask again at once would take all the time there is.
 */
export const shedAfterMs = 60;
/** The more are told to come again, the later they are told to: so many come back a second. */
export const backPerSecond = 600;
const retryAfterSecondsMax = 5;
const shedEveryMs = 10;
/** Beyond, they hear of it at once: what is held takes memory. */
const heldMax = 20_000;
/** A longer one is nobody's, and is not remembered: the memory would be whoever sends them's to fill. */
const tokenLengthMax = 64;

const kinds: Partial<Record<CallPath, CallKind>> = {
  "/trade/place-order": "opening",
  "/trade/cancel-order": "closing",
  "/trade/close-position": "closing",
  "/trade/close-holding": "closing",
  "/trade/set-exits": "closing",
};

/** How often connections are looked at that take too long to send a request; Node's own is 30 s. */
const checkEveryMs = 1_000;

export function kindOf(path: CallPath): CallKind {
  return kinds[path] ?? "other";
}

export type Admission = {
  /** Holds a place while the work goes on. */
  during<Result>(kind: CallKind, work: () => Promise<Result>): Promise<Result>;
  /** A server that sheds what these addresses have no place for. */
  createServer(kindsByUrl: ReadonlyMap<string, CallKind>, listener: RequestListener): Server;
};

/** `now` in milliseconds, from wherever. */
export function createAdmission(
  counts: { shed(kind: CallKind): void },
  now = () => performance.now(),
): Admission {
  const underWay: Record<CallKind, number> = { closing: 0, opening: 0, other: 0 };
  const shedding = createShedding(now);
  return {
    async during(kind, work) {
      underWay[kind] += 1;
      try {
        return await work();
      } finally {
        underWay[kind] -= 1;
      }
    },
    createServer: (kindsByUrl, listener) =>
      createServer({ connectionsCheckingInterval: checkEveryMs }, (request, response) => {
        const kind = kindsByUrl.get(request.url ?? "");
        if (kind !== undefined && underWay[kind] >= underWayMax[kind]) {
          counts.shed(kind);
          shedding.shed(request, response);
        } else listener(request, response);
      }),
  };
}

const body = JSON.stringify({ status: 0, msg: "overloaded", data: null });
const head = Object.entries({
  "content-type": "application/json; charset=utf-8",
  "content-length": String(body.length),
  "cache-control": "no-store",
}).flat();

/** When a caller hears that there is no place, and when it may ask again. */
type Told = { at: number; againAt: number };

/** Holds what is shed until it is told. */
function createShedding(clock: () => number): {
  shed(request: IncomingMessage, response: ServerResponse): void;
} {
  let held: { response: ServerResponse; told: Told }[] = [];
  let timer: NodeJS.Timeout | null = null;
  // By the token that they call with.
  const callers = new Map<string, Told>();
  // Of everybody who was told, when they come back; the earliest first, give or take what they were told.
  const returns: number[] = [];
  let returned = 0;

  function tell(): void {
    const now = clock();
    const due = held.filter(({ told }) => told.at <= now);
    held = held.filter(({ told }) => told.at > now);
    for (const { response, told } of due) refuse(response, told);
    if (held.length > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  /** From `at` on, as long as the crowd asks for. */
  function away(at: number, now: number): Told {
    while (returned < returns.length && (returns[returned] ?? 0) <= now) returned += 1;
    if (returned > heldMax) {
      returns.splice(0, returned);
      returned = 0;
    }
    const crowd = returns.length - returned;
    const seconds = Math.min(retryAfterSecondsMax, 1 + Math.floor(crowd / backPerSecond));
    const told = { at, againAt: at + seconds * 1_000 };
    returns.push(told.againAt);
    return told;
  }

  function toldOf(token: string | string[] | undefined, now: number): Told {
    if (typeof token !== "string" || token.length > tokenLengthMax) {
      return away(now + shedAfterMs, now);
    }
    const before = callers.get(token);
    // Calls side by side are told together.
    if (before !== undefined && now < before.at) return before;
    const isEarly = before !== undefined && now < before.againAt;
    const told = away(isEarly ? before.againAt : now + shedAfterMs, now);
    if (callers.size >= heldMax) callers.clear();
    callers.set(token, told);
    return told;
  }

  return {
    shed(request, response) {
      const now = clock();
      const told = toldOf(request.headers["token"], now);
      if (held.length >= heldMax) return refuse(response, told);
      held.push({ response, told });
      timer ??= setInterval(tell, shedEveryMs);
    },
  };
}

function refuse(response: ServerResponse, { at, againAt }: Told): void {
  if (response.destroyed) return;
  const seconds = Math.round((againAt - at) / 1_000);
  response.writeHead(503, [...head, "retry-after", String(seconds)]).end(body);
}
