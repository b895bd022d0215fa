import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, CallInput, CallOutput, CallPath, Calls } from "@sanshi/contract";
import type { RandomSource } from "../random-source.ts";

export type Credentials = { token: string; account: string };

/** What one customer was told, and when it was asked and answered (milliseconds of one clock). */
export type Told = {
  account: string;
  path: CallPath;
  input: Record<string, string>;
  body: Answer<unknown>;
  askedAt: number;
  answeredAt: number;
};

/**
 * Asks over a network that loses answers and delivers requests twice, of a server that is killed: an
 * answer that did not come is asked for again with the same request id until it comes.
 */
export type Caller = {
  ask<Path extends CallPath>(
    path: Path,
    input: CallInput<Calls[Path]>,
    credentials: Credentials | null,
  ): Promise<Told & { body: Answer<CallOutput<Calls[Path]>> }>;
  /** All answers to calls that carry a request id. */
  readonly told: Told[];
  /** What no answer may be: a fault of ours, or two answers to one request id. */
  readonly faults: string[];
  readonly counts: { asked: number; unknown: number; dropped: number; doubled: number };
};

const answerWaitMsMax = 10_000;
const askedAgainMax = 2_000;

export function createCaller(address: string, random: RandomSource): Caller {
  const told: Told[] = [];
  const faults: string[] = [];
  const counts = { asked: 0, unknown: 0, dropped: 0, doubled: 0 };

  async function once(
    path: string,
    input: Record<string, string>,
    credentials: Credentials | null,
    waitMsMax: number,
  ): Promise<Answer<unknown> | null> {
    counts.asked += 1;
    try {
      const answer = await fetch(`${address}/api/vue${path}`, {
        method: "POST",
        headers: { ...credentials },
        body: new URLSearchParams(input),
        signal: AbortSignal.timeout(waitMsMax),
      });
      const body = (await answer.json()) as Answer<unknown>;
      if (answer.status === 503 || answer.status === 429) return null;
      if (answer.status !== 200) {
        faults.push(`${path} answered ${answer.status} ${JSON.stringify(body)}`);
      }
      return body;
    } catch {
      counts.unknown += 1;
      return null;
    }
  }

  async function untilAnswered(
    path: string,
    input: Record<string, string>,
    credentials: Credentials | null,
  ): Promise<Answer<unknown>> {
    // Now and then nobody waits for the first answer: what became of it is asked for afterwards.
    if ("request_id" in input && random(20) === 0) {
      counts.dropped += 1;
      await once(path, input, credentials, 1 + random(6));
    }
    for (let again = 0; again < askedAgainMax; again += 1) {
      const body = await once(path, input, credentials, answerWaitMsMax);
      if (body !== null) return body;
      // Seldom enough that the asking keeps no slow machine from starting its server.
      await sleep((30 + random(70)) * Math.min(again + 1, 5));
    }
    throw new Error(`${path} was never answered`);
  }

  return {
    told,
    faults,
    counts,
    async ask(path, input, credentials) {
      const form = input as Record<string, string>;
      const askedAt = performance.now();
      const isDoubled = "request_id" in form && random(12) === 0;
      if (isDoubled) counts.doubled += 1;
      const [body, other] = await Promise.all([
        untilAnswered(path, form, credentials),
        isDoubled ? untilAnswered(path, form, credentials) : null,
      ]);
      if (other !== null && !isDeepStrictEqual(body, other)) {
        faults.push(
          `${path} ${form["request_id"]} was told two things: ${JSON.stringify([body, other])}`,
        );
      }
      const answer = {
        account: credentials?.account ?? "",
        path,
        input: form,
        body,
        askedAt,
        answeredAt: performance.now(),
      };
      if ("request_id" in form) told.push(answer);
      return answer as Told & { body: Answer<never> };
    },
  };
}
