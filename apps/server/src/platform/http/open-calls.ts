import type { CallPath } from "@sanshi/contract";
import { rulesAddress } from "@sanshi/contract/constants";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../network-of.ts";
import type { CallKind } from "./admission.ts";
import { refusalOf, sendRefusal } from "./answers.ts";
import { createCallRates, customersOfNetwork } from "./call-rates.ts";
import { createCallerPlaces, networkCallsWaitingMax } from "./caller-places.ts";

/** What needs no sign-in, bounded by the network that asks for it. Addresses are the peer's, as the server sees it. */
export type OpenCalls = {
  /** Takes a call out of the network's bucket; false where it is empty. */
  take(path: CallPath, address: string): boolean;
  /** Works in the network's turn; null where too many of its calls wait already. */
  during<Result>(
    path: CallPath,
    address: string,
    work: () => Promise<Result>,
  ): Promise<Result | null>;
};

/** What is read without a sign-in, and is no call of the contract. */
const openPages = ["/api/docs", "/api/draws/", rulesAddress] as const;

/** Bounds the pages of `server` too. */
export function boundOpenCalls(
  server: FastifyInstance,
  limits: { customerCallsPerSecond: number; callsAtOnce: number | undefined },
): OpenCalls {
  const rates = createCallRates<string>(limits.customerCallsPerSecond * customersOfNetwork);
  const places = createCallerPlaces<string>(limits.callsAtOnce, networkCallsWaitingMax);
  let connections = 0;
  server.server.on("connection", () => (connections += 1));
  const turns = createTurns(() => connections);
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (rates.take(networkOf(request.ip), kindOfOpen)) return undefined;
    return sendRefusal(reply, refusalOf("too_many_requests"));
  }
  async function waitForTurn(_: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const written = await turns.next();
    if (written === null) return sendRefusal(reply, refusalOf("overloaded"));
    reply.raw.once("close", written);
    return undefined;
  }
  // Of these pages alone: every other call would wait a turn for it.
  server.addHook("onRoute", (route) => {
    if (!openPages.some((beginning) => route.url.startsWith(beginning))) return;
    // What a page begins to read before its turn is read together with all that wait.
    route.onRequest = [admit, ...[route.onRequest ?? []].flat(), waitForTurn];
  });
  return {
    take: (path, address) => hasOwnLimits(path) || rates.take(networkOf(address), kindOfOpen),
    during: (path, address, work) =>
      hasOwnLimits(path) ? work() : places.during(networkOf(address), kindOfOpen, work),
  };
}

/** How many pages may wait for their turn. */
export const pagesWaitingMax = 2_048;
/** How many turns in which connections come a page waits at most for the next one in line. */
export const turnsPassedMax = 32;
/** How many pages are written at once. */
export const pagesAtOnceMax = 2;
/** So long a page that its reader takes slowly keeps others waiting: it costs the server little. */
const writtenMsMax = 10;

/**
 * Lets one page out in a turn of the event loop, and the next ones once it is written: a crowd that reads megabytes
 * waits in a line of its own, and what a customer asks for in the meantime passes it. Node takes one new connection
 * in each turn, so while they come a page lets some pass: a turn with a page in it is ten times as long.
 * `connections` counts those that have come. `next` returns what to call when the page is written, or null where
 * too many wait already.
 */
export function createTurns(connections: () => number): { next(): Promise<(() => void) | null> } {
  const waiting: ((written: () => void) => void)[] = [];
  let beingWritten = 0;
  let isTurning = false;
  let seen = 0;
  let passed = 0;
  function turn(): void {
    const come = connections();
    if (come === seen || passed === turnsPassedMax) {
      waiting.shift()?.(place());
      passed = 0;
    } else passed += 1;
    seen = come;
    isTurning = false;
    goOn();
  }
  function goOn(): void {
    if (isTurning || waiting.length === 0 || beingWritten >= pagesAtOnceMax) return;
    isTurning = true;
    setImmediate(turn);
  }
  function place(): () => void {
    beingWritten += 1;
    let isWritten = false;
    const written = () => {
      clearTimeout(patience);
      if (isWritten) return;
      isWritten = true;
      beingWritten -= 1;
      goOn();
    };
    const patience = setTimeout(written, writtenMsMax).unref();
    return written;
  }
  return {
    async next() {
      if (waiting.length >= pagesWaitingMax) return null;
      return new Promise((go) => {
        waiting.push(go);
        goOn();
      });
    },
  };
}

/** None of them opens or closes anything. */
const kindOfOpen: CallKind = "other";

/** Sign-in has places and limits that nothing of its own network uses up for the owner of a known device. */
function hasOwnLimits(path: CallPath): boolean {
  return path === "/user/login";
}
