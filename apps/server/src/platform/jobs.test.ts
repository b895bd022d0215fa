import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createJobs, type Ask, type Job } from "./jobs.ts";
import { sql } from "./sql/database.ts";
import type { Question } from "./sql/questions.ts";

const warnings: unknown[] = [];
const log = { warn: (...given: unknown[]) => void warnings.push(given) };
const options = { everyMs: 1, failure: "it was not done" };
const { repeat } = createJobs(log, { byThemselves: true });
let repeated: Job;
afterEach(() => repeated.stop());

it("does its work again and again, and never twice at once", async () => {
  let done = 0;
  let under = 0;
  repeated = repeat(options, async () => {
    under += 1;
    expect(under).toBe(1);
    await sleep(5);
    under -= 1;
    done += 1;
  });
  await expect.poll(() => done).toBeGreaterThan(3);
  expect(warnings).toEqual([]);
});

it("works again after a failure, which the log tells of", async () => {
  let attempts = 0;
  repeated = repeat(options, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("not now");
  });
  await expect.poll(() => attempts).toBeGreaterThan(2);
  expect(warnings).toEqual([[{ err: new Error("not now") }, "it was not done"]]);
});

it("stops once what is under way has ended, and tells it so", async () => {
  const course: string[] = [];
  repeated = repeat(options, async (isStopped) => {
    course.push("begun");
    while (!isStopped()) await sleep(1);
    course.push("ended");
  });
  await expect.poll(() => course).toEqual(["begun"]);
  await repeated.stop();
  await sleep(10);
  expect(course).toEqual(["begun", "ended"]);
});

describe("jobs that do nothing by themselves", () => {
  const jobs = createJobs(log, { byThemselves: false });

  it("have their turns in the order in which they were begun, one caller after the other", async () => {
    const course: string[] = [];
    const step = (name: string) => async () => {
      await sleep(1);
      course.push(name);
    };
    const both = [jobs.repeat(options, step("first")), jobs.repeat(options, step("second"))];
    await sleep(20);
    expect(course).toEqual([]);
    await Promise.all([jobs.giveTurns(), jobs.giveTurns()]);
    expect(course).toEqual(["first", "second", "first", "second"]);
    for (const job of both) await job.stop();
    await jobs.giveTurns();
    expect(course).toHaveLength(4);
  });

  it("are settled once what a quote has begun is done", async () => {
    const course: string[] = [];
    jobs.waitFor(async () => {
      await sleep(20);
      course.push("decided");
    });
    await jobs.settled();
    expect(course).toEqual(["decided"]);
  });

  it("have none by the way where they look every few minutes", async () => {
    let done = 0;
    const rare = jobs.repeat({ ...options, everyMs: 60_000 }, () => void (done += 1));
    await jobs.giveTurns();
    expect(done).toBe(0);
    await rare.stop();
  });

  it("have their turn where one before them fails", async () => {
    warnings.length = 0;
    let done = 0;
    const failing = jobs.repeat(options, () => {
      throw new Error("not now");
    });
    const other = jobs.repeat(options, () => void (done += 1));
    await jobs.giveTurns();
    await jobs.giveTurns();
    expect(done).toBe(2);
    expect(warnings).toHaveLength(2);
    await failing.stop();
    await other.stop();
  });
});

/** Each question is an object of its own, and what is asked here never reaches a database. */
const question = (name: string): Question => Object.assign(() => sql<never>``, { named: name });
const namesOf = (questions: readonly Question[]) =>
  questions.map((one) => (one as Question & { named: string }).named);

/** Jobs in a test's turns, and what is due of them by name; `looks` counts how often that was asked. */
function givenTurns() {
  const due = new Set<string>();
  let looks = 0;
  const ask: Ask = async (questions) => {
    looks += 1;
    return namesOf(questions).map((name) => due.has(name));
  };
  return { jobs: createJobs(log, { byThemselves: false, ask }), due, looks: () => looks };
}

describe("jobs that say how the database knows of work for them", () => {
  it("are asked for together once a period, and alone have a turn where there is some", async () => {
    const asked: string[][] = [];
    const done: string[] = [];
    const jobs = createJobs(log, {
      byThemselves: true,
      ask: async (questions) => {
        asked.push(namesOf(questions));
        return questions.map((_question, place) => place === 1);
      },
    });
    const all = ["first", "second", "third"].map((name) =>
      jobs.repeat({ ...options, everyMs: 20, isDue: question(name) }, () => void done.push(name)),
    );
    const other = jobs.repeat({ ...options, everyMs: 30, isDue: question("other") }, () => null);
    await expect.poll(() => done.length).toBeGreaterThan(2);
    for (const job of [...all, other]) await job.stop();
    expect(new Set(done)).toEqual(new Set(["second"]));
    expect(new Set(asked.map((names) => names.join()))).toEqual(
      new Set(["first,second,third", "other"]),
    );
    const before = asked.length;
    await sleep(60);
    expect(asked).toHaveLength(before);
  });

  it("each look for themselves where they cannot be asked for together, or nobody answers in time", async () => {
    for (const ask of [
      () => Promise.reject(new Error("no database")),
      () => sleep(100).then(() => [false, false]),
    ]) {
      const done: string[] = [];
      const jobs = createJobs(log, { byThemselves: true, ask });
      const both = ["first", "second"].map((name) =>
        jobs.repeat({ ...options, everyMs: 10, isDue: question(name) }, () => void done.push(name)),
      );
      await expect.poll(() => new Set(done)).toEqual(new Set(["first", "second"]));
      for (const job of both) await job.stop();
    }
  });

  it("find within one round of turns what one before them has left", async () => {
    const course: string[] = [];
    const { jobs, due, looks } = givenTurns();
    due.add("second");
    for (const [name, leaves] of [
      ["first", "second"],
      ["second", "third"],
      ["third", "first"],
      ["fourth", "fourth"],
    ] as const) {
      jobs.repeat({ ...options, isDue: question(name) }, () => {
        course.push(name);
        due.delete(name);
        due.add(leaves);
      });
    }
    await jobs.giveTurns();
    expect(course).toEqual(["second", "third"]);
    await jobs.giveTurns();
    expect(course).toEqual(["second", "third", "first", "second", "third"]);
    due.clear();
    const before = looks();
    await jobs.giveTurns();
    expect(course).toHaveLength(5);
    expect(looks() - before).toBe(1);
  });

  it("find within one round what those without a question have left, who do not have them asked each time", async () => {
    const course: string[] = [];
    const { jobs, due, looks } = givenTurns();
    const leaves = new Map<string, string>();
    const names = ["asked 1", "plain 1", "asked 2", "plain 2", "asked 3", "plain 3", "asked 4"];
    for (const name of names) {
      const isDue = name.startsWith("asked") ? { isDue: question(name) } : {};
      jobs.repeat({ ...options, ...isDue }, () => {
        course.push(name);
        due.delete(name);
        const left = leaves.get(name);
        leaves.delete(name);
        if (left !== undefined) due.add(left);
      });
    }
    await jobs.giveTurns();
    expect(course).toEqual(["plain 1", "plain 2", "plain 3"]);
    expect(looks()).toBe(2);
    // A chain from one to the next, and each that follows what was found late has a look once more.
    leaves.set("plain 1", "asked 3").set("asked 3", "asked 4");
    course.length = 0;
    await jobs.giveTurns();
    expect(course).toEqual(["plain 1", "plain 2", "plain 3", "asked 3", "plain 3", "asked 4"]);
    // Nobody with a question has a second turn in a round, however often it has work.
    leaves.set("plain 2", "asked 3").set("asked 3", "asked 3");
    course.length = 0;
    await jobs.giveTurns();
    expect(course).toEqual(["plain 1", "plain 2", "plain 3", "asked 3", "plain 3"]);
  });
});

it("rests as long as its work asks for", async () => {
  let done = 0;
  repeated = repeat({ ...options, restMs: () => 60_000 }, () => void (done += 1));
  await expect.poll(() => done).toBe(1);
  await sleep(20);
  expect(done).toBe(1);
});
