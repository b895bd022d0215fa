import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FromInstance, ToInstance } from "./growth/messages.ts";

const positionsDefault = 1_000_000;
const warmUps = 5;
const rounds = 31;
/** What a call may take beside everybody else's history, of its time without. */
const ratioMax = 2;
const booksMsMax = 300;

/**
 * Every reading call of a customer, and a placed order, in turn on an empty instance and on one with everybody
 * else's history: a million positions of 20,000 customers and more than five million postings, or as many as
 * the first parameter says. Each instance is a process with a database of its own, and the customer has the
 * same history in both. Prints medians and their ratio, how long the books take and whether they hold; ends
 * with 1 where a call takes more than twice its time, or the books open too late or do not hold.
 */
export async function run([positions = String(positionsDefault)]: string[]): Promise<void> {
  const [empty, full] = await Promise.all([startInstance(), startInstance()]);
  try {
    console.log(`Filling one of the two instances with ${positions} positions`);
    await full.say({ kind: "fill", positions: Number(positions) });
    console.log(`Asking both in turn, ${rounds} times each call`);
    const slow = await askAll(empty, full);
    const books = await full.say({ kind: "check" });
    if (books.kind !== "checked") throw new Error(`expected the books, heard ${books.kind}`);
    console.log(books.figures, books.checked, `${books.differences} differences`);
    const late = Object.entries(books.figures).filter(
      ([name, ms]) => name !== "the whole check of the books" && ms > booksMsMax,
    );
    if (slow.length + late.length + books.differences === 0) return;
    console.error(
      `Slower than they may be: ${[...slow, ...late.map(([name]) => name)].join(", ")}`,
    );
    process.exitCode = 1;
  } finally {
    await Promise.all([empty.stop(), full.stop()]);
  }
}

type Instance = {
  calls: readonly string[];
  say(message: ToInstance): Promise<FromInstance>;
  stop(): Promise<void>;
};

async function startInstance(): Promise<Instance> {
  const child = fork(join(import.meta.dirname, "growth", "instance.ts"));
  const ready = await next(child);
  if (ready.kind !== "ready") throw new Error(`expected an instance, heard ${ready.kind}`);
  return {
    calls: ready.calls,
    say(message) {
      const answer = next(child);
      child.send(message);
      return answer;
    },
    async stop() {
      if (!child.connected) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function next(child: ChildProcess): Promise<FromInstance> {
  const given = new AbortController();
  try {
    const heard = once(child, "message", { signal: given.signal });
    const ended = once(child, "exit", { signal: given.signal }).then(() => {
      throw new Error("an instance of the bench ended by itself");
    });
    const [message] = (await Promise.race([heard, ended])) as [FromInstance];
    return message;
  } finally {
    given.abort();
  }
}

/** The names of those that take too long, or answer one instance and refuse the other. */
async function askAll(empty: Instance, full: Instance): Promise<string[]> {
  const slow: string[] = [];
  const rows: Record<string, string | number>[] = [];
  for (const [call, name] of empty.calls.entries()) {
    const took = { empty: [] as number[], full: [] as number[] };
    const refused = new Set<string>();
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const [which, instance] of [
        ["empty", empty],
        ["full", full],
      ] as const) {
        const answer = await instance.say({ kind: "ask", call });
        if (answer.kind !== "answered") throw new Error(`expected an answer to ${name}`);
        if (answer.refused !== "") refused.add(`${which}: ${answer.refused}`);
        if (round >= 0) took[which].push(answer.ms);
      }
    }
    const [before, after] = [median(took.empty), median(took.full)];
    const ratio = after / before;
    rows.push({ call: name, "empty ms": tidy(before), "full ms": tidy(after), ratio: tidy(ratio) });
    for (const reason of refused) console.warn(`${name}, ${reason}`);
    if (ratio > ratioMax || refused.size > 0) slow.push(name);
  }
  console.table(rows.toSorted((one, other) => Number(other["ratio"]) - Number(one["ratio"])));
  return slow;
}

const tidy = (figure: number) => Number(figure.toFixed(2));
const median = (figures: number[]) =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;
