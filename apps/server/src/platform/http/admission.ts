import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { CallPath } from "@sanshi/contract";

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
 * second of `Retry-After` is over hears of it when it is: even a refusal has its cost, and clients who
 * ask again at once would take all the time there is.
 */
export const shedAfterMs = 60;
const retryAfterMs = 1_000;
const shedEveryMs = 10;
/** Beyond, they hear of it at once: what is held takes memory. */
const heldMax = 20_000;
/** A longer one is nobody's, and is not remembered: the memory would be whoever sends them's to fill. */
const tokenLengthMax = 64;

const kinds: Partial<Record<CallPath, CallKind>> = {
  "/trade/place-order": "opening",
  "/trade/cancel-order": "closing",
  "/trade/close-position": "closing",
  "/trade/set-exits": "closing",
};

export function kindOf(path: CallPath): CallKind {
  return kinds[path] ?? "other";
}

export type Admission = {
  /** Holds a place while the work goes on. */
  during<Result>(kind: CallKind, work: () => Promise<Result>): Promise<Result>;
  /** A server that sheds what these addresses have no place for. */
  createServer(kindsByUrl: ReadonlyMap<string, CallKind>, listener: RequestListener): Server;
};

export function createAdmission(): Admission {
  const underWay: Record<CallKind, number> = { closing: 0, opening: 0, other: 0 };
  const shedding = createShedding();
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
      createServer((request, response) => {
        const kind = kindsByUrl.get(request.url ?? "");
        if (kind !== undefined && underWay[kind] >= underWayMax[kind])
          shedding.shed(request, response);
        else listener(request, response);
      }),
  };
}

const body = JSON.stringify({ status: 0, msg: "overloaded", data: null });
const head = Object.entries({
  "content-type": "application/json; charset=utf-8",
  "content-length": String(body.length),
  "cache-control": "no-store",
  "retry-after": "1",
}).flat();

/** Holds what is shed until it is told. */
function createShedding(): { shed(request: IncomingMessage, response: ServerResponse): void } {
  let held: { response: ServerResponse; at: number }[] = [];
  let timer: NodeJS.Timeout | null = null;
  // When each caller was or will be told to come again in a second, by the token that they call with.
  const toldAt = new Map<string, number>();

  function tell(): void {
    const now = performance.now();
    const due = held.filter(({ at }) => at <= now);
    held = held.filter(({ at }) => at > now);
    for (const { response } of due) refuse(response);
    if (held.length > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function dueAt(token: string | string[] | undefined, now: number): number {
    if (typeof token !== "string" || token.length > tokenLengthMax) return now + shedAfterMs;
    const told = toldAt.get(token) ?? -Infinity;
    // Calls side by side are told together.
    if (now < told) return told;
    const at = now < told + retryAfterMs ? told + retryAfterMs : now + shedAfterMs;
    if (toldAt.size >= heldMax) toldAt.clear();
    toldAt.set(token, at);
    return at;
  }

  return {
    shed(request, response) {
      if (held.length >= heldMax) return refuse(response);
      held.push({ response, at: dueAt(request.headers["token"], performance.now()) });
      timer ??= setInterval(tell, shedEveryMs);
    },
  };
}

function refuse(response: ServerResponse): void {
  if (!response.destroyed) response.writeHead(503, head).end(body);
}
