import type { Logger } from "./log.ts";
import type { Question } from "./sql/questions.ts";

/** `stop` waits for what is under way. */
export type Job = { stop(): Promise<void> };

/** Everything that the server does by itself, again and again. */
export type Jobs = {
  /** False where a test says when each has its turn. */
  readonly byThemselves: boolean;
  /**
   * Does something every `everyMs` milliseconds, until it is stopped. Never twice at once: what takes longer
   * is left to end, and is followed by a rest of `restMs()` where that is longer. What fails is a warning in the
   * log, for the next time is another attempt. Work in many steps asks between them whether it `isStopped`.
   *
   * A job that says by `isDue` how the database knows of work for it has a turn only where there is some: all of one
   * period are asked in one statement. Where that fails, or is not answered within a period, each looks for itself.
   */
  repeat(
    job: { everyMs: number; failure: string; restMs?: () => number; isDue?: Question },
    work: (isStopped: () => boolean) => unknown,
  ): Job;
  /**
   * Gives a turn to each job that looks every few seconds, whenever its next one would have been, in the
   * order in which they were begun. What is rarer (what is deleted by the hour, say) has its time alone.
   */
  giveTurns(): Promise<void>;
  /** Has `settled` wait for work that a quote begins, and not the time. */
  waitFor(done: () => Promise<void>): void;
  /** Once nothing is under way of what `waitFor` was given. */
  settled(): Promise<void>;
};

/** Whether there is work, for each of these, in their order. */
export type Ask = (questions: readonly Question[]) => Promise<readonly boolean[]>;

const everythingIsDue: Ask = (questions) => Promise.resolve(questions.map(() => true));

/** Rarer jobs are none that somebody waits for. */
const awaitedEveryMsMax = 5_000;

type Member = { turn(): Promise<void>; turnInTime(): void };
type Asking = Member & { isDue: Question };

/**
 * @param byThemselves false in tests, which say by `giveTurns` when the jobs do something.
 * @param ask asks the database what is due. Each job looks for itself where it is left out.
 */
export function createJobs(
  log: Pick<Logger, "warn">,
  { byThemselves, ask = everythingIsDue }: { byThemselves: boolean; ask?: Ask },
): Jobs {
  const awaited = new Set<Member | Asking>();
  const looks = new Map<number, Look>();
  const begunByQuotes: (() => Promise<void>)[] = [];
  let giving: Promise<void> = Promise.resolve();

  async function giveEach(): Promise<void> {
    const all = [...awaited];
    const done = new Set<Member>();
    let from = 0;
    while (from < all.length) from = await giveFrom(from, all, done);
  }

  /**
   * Gives turns from a place on. The database is asked before the first that has a question, after each of those that
   * had a turn, and at the end: what was left meanwhile by one without a question is found then.
   *
   * @param done those with a question that had their one turn of this round.
   * @returns the place of the first that was passed over and has work by now; behind all where there is none.
   */
  async function giveFrom(
    from: number,
    all: readonly (Member | Asking)[],
    done: Set<Member>,
  ): Promise<number> {
    const askAll = () => dueAmong([...awaited].filter((one) => "isDue" in one));
    const passedOver = new Set<Member>();
    let due: ReadonlySet<Member> | null = null;
    let isOld = false;
    for (const job of all.slice(from)) {
      if (!awaited.has(job) || done.has(job)) continue;
      if (!("isDue" in job)) {
        await job.turn();
        isOld = true;
        continue;
      }
      if (due === null) isOld = false;
      due ??= await askAll();
      if (due.has(job)) {
        await job.turn();
        done.add(job);
        due = null;
      } else if (isOld) passedOver.add(job);
    }
    if (passedOver.size === 0) return all.length;
    const dueByNow = await askAll();
    const place = all.findIndex((job) => passedOver.has(job) && dueByNow.has(job));
    return place === -1 ? all.length : place;
  }

  async function dueAmong(jobs: readonly Asking[]): Promise<ReadonlySet<Member>> {
    try {
      const answers = await ask(jobs.map(({ isDue }) => isDue));
      return new Set(jobs.filter((_job, place) => answers[place]));
    } catch (error) {
      log.warn({ err: error }, "what is due could not be asked for all jobs at once");
      return new Set(jobs);
    }
  }

  function lookEvery(everyMs: number): Look {
    const known = looks.get(everyMs) ?? createLook(everyMs, dueAmong);
    looks.set(everyMs, known);
    return known;
  }

  return {
    byThemselves,
    repeat({ everyMs, failure, restMs = () => 0, isDue }, work) {
      let stopped = false;
      let running: Promise<void> | null = null;
      let restUntil = 0;

      async function run(): Promise<void> {
        try {
          await work(() => stopped);
        } catch (error) {
          log.warn({ err: error }, failure);
        }
        running = null;
        restUntil = performance.now() + restMs();
      }

      const turn = () => (running ??= Promise.resolve().then(run));
      const turnInTime = () => {
        if (!stopped && performance.now() >= restUntil) void turn();
      };
      const member = { turn, turnInTime, ...(isDue && { isDue }) };
      if (everyMs <= awaitedEveryMsMax) awaited.add(member);
      const ended = byThemselves ? begin(member, everyMs) : () => undefined;
      return {
        async stop() {
          stopped = true;
          awaited.delete(member);
          await ended();
          await running;
        },
      };
    },
    // One caller after the other: what the second waits for may have come after the first one's turn.
    giveTurns: () => (giving = giving.then(giveEach)),
    waitFor: (done) => void begunByQuotes.push(done),
    async settled() {
      for (const done of begunByQuotes) await done();
    },
  };

  function begin(member: Member | Asking, everyMs: number): () => Promise<void> | void {
    if ("isDue" in member) return lookEvery(everyMs).add(member);
    const timer = setInterval(member.turnInTime, everyMs).unref();
    return () => clearInterval(timer);
  }
}

/** Those that are asked together. */
type Look = { add(job: Asking): () => Promise<void> };

function createLook(
  everyMs: number,
  dueAmong: (jobs: readonly Asking[]) => Promise<ReadonlySet<Member>>,
): Look {
  const jobs = new Set<Asking>();
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const due = await dueAmong([...jobs]);
    asking = null;
    for (const job of jobs) if (due.has(job)) job.turnInTime();
  }

  function lookInTime(): void {
    // Perhaps one table is locked, which is no reason for the others' jobs to wait.
    if (asking !== null) for (const job of jobs) job.turnInTime();
    asking ??= look();
  }

  return {
    add(job) {
      jobs.add(job);
      timer ??= setInterval(lookInTime, everyMs).unref();
      return async () => {
        jobs.delete(job);
        if (jobs.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        await asking;
      };
    },
  };
}
