import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { CallPath } from "@sanshi/contract";

/** What lets people out, what lets them in, and everything else: each has places of its own. */
export type CallKind = "closing" | "opening" | "other";

/**
 * How many calls may be under way at once in one process. A process at its limit answers 503 before
 * it has read anything but the path: that costs a hundredth of the work, so that it goes on doing
 * what it has taken as fast as ever.
 */
export const underWayMax: Record<CallKind, number> = { closing: 2_048, opening: 512, other: 1_024 };

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
        if (kind !== undefined && underWay[kind] >= underWayMax[kind]) shed(response);
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

function shed(response: ServerResponse): void {
  response.writeHead(503, head).end(body);
}
