import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { drawBundlePath } from "@sanshi/contract";
import pg from "pg";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { startApplication } from "../tests/support/application.ts";
import { advanceClock } from "../tests/support/operator.ts";
import { registerCustomer } from "./web/pages.ts";
import { openOffering, phoneCustomer, subscribers } from "./draw/subscribers.ts";

const entriesDefault = 30_000;
const strangersOfEach = 200;
const readersOfList = 20;
const rounds = 20;
const secondsOfRound = 2;
const callsPerSecond = 20;
const callsOfRound = secondsOfRound * callsPerSecond;
/** In the first ones the entrants of the draw are still being told, which a customer's calls wait for too. */
const settledAfterRounds = 5;
const drawnMsMax = 300_000;

/**
 * `npm run bench strangers [entries]`: a signed-in customer's calls, in turn alone and beside 200 others at once for
 * each of what many read at the same moment: the bundle of a draw with so many entries, the list of offerings and the
 * description of all calls. Each of them has an address of their own, and all a thread of their own. The customer calls
 * over connections that are kept, as a browser does, and once more over a new one for each call.
 */
export async function run([entries = String(entriesDefault)]: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log, onProgress: console.log });
  const application = await startApplication({
    environment: {
      DATABASE_URL: postgres.connectionString,
      DATABASE_OWNER_URL: postgres.ownerConnectionString,
      // One customer stands for ten who look at the list.
      CUSTOMER_CALLS_PER_SECOND: "1000000",
    },
  });
  const owner = new pg.Client({ connectionString: postgres.ownerConnectionString });
  try {
    await owner.connect();
    const offering = await openOffering(owner);
    const customer = await phoneCustomer(postgres.ownerConnectionString, application);
    const readers: Record<string, string>[] = [];
    for (let count = 0; count < readersOfList; count += 1) {
      readers.push(await registerCustomer(application.address, application.invitationCode));
    }
    await subscribers(owner, offering, Number(entries));
    const left = await secondsUntil(owner, offering.id, "closes_at");
    await advanceClock(application, Math.max(1, left + 1));
    await untilRoot(owner, offering.id);
    await advanceClock(
      application,
      Math.max(1, (await secondsUntil(owner, offering.id, "draws_at")) + 1),
    );
    const port = Number(new URL(application.address).port);
    await untilDrawn(port, offering.id);
    await compare(port, customer, readers, drawBundlePath(offering.id));
  } finally {
    await owner.end();
    await application.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(
  port: number,
  customer: Record<string, string>,
  readers: Record<string, string>[],
  bundle: string,
): Promise<void> {
  const kinds: Kind[] = [
    { path: bundle, headers: [{}], fields: null },
    { path: "/api/vue/trade/newstocklist", headers: readers, fields: "type=jpy" },
    { path: "/api/docs/json", headers: [{}], fields: null },
  ];
  const others = new Worker(new URL(import.meta.url), { workerData: { port, kinds } });
  const round = () => {
    others.postMessage("round");
    return once(others, "message").then(([answers]) => answers as Answered[][]);
  };
  // What is kept after the first time is kept for both.
  await round();
  const own = lines.map(({ name }) => {
    return { name, calm: new Array<number>(), beside: new Array<number>() };
  });
  const theirs: Answered[][] = kinds.map(() => []);
  for (let count = 0; count < rounds; count += 1) {
    const calm = await customersCalls(port, customer);
    const crowd = round();
    const beside = await customersCalls(port, customer);
    for (const [index, kept] of own.entries()) {
      kept.calm.push(...calm[index]!);
      kept.beside.push(...beside[index]!);
    }
    for (const [index, answers] of (await crowd).entries()) theirs[index]?.push(...answers);
  }
  await others.terminate();
  const rows = kinds.map(({ path }, index): [string, Record<string, string>] => {
    const answers = theirs[index] ?? [];
    const statuses = [...Map.groupBy(answers, ({ status }) => status)]
      .map(([status, { length }]) => `${length} × ${status}`)
      .join(", ");
    return [path, { ...percentiles(answers.map(({ ms }) => ms)), statuses }];
  });
  const ownRows = own.flatMap(({ name, calm, beside }): [string, Record<string, string>][] => [
    [`a customer, ${name}, calm`, percentiles(calm)],
    [`the same beside ${strangersOfEach} of each`, percentiles(beside)],
  ]);
  console.table(ownRows.concat(rows).map(([what, figures]) => ({ what, ...figures })));
  for (const { name, calm, beside } of own) {
    const ratio = (of: number[], to: number[]) => (at(of, 0.99) / at(to, 0.99)).toFixed(2);
    const [quiet, loud] = [calm, beside].map((all) => all.slice(settledAfterRounds * callsOfRound));
    console.log(
      `p99 beside ÷ p99 calm, ${name}: ${ratio(beside, calm)}; ` +
        `once the draw's messages are out: ${ratio(loud!, quiet!)} (${at(quiet!, 0.99).toFixed(1)} ms calm)`,
    );
  }
}

/** How the customer calls. */
const lines = [
  { name: "kept connections", agent: new Agent({ keepAlive: true }) },
  { name: "a new connection each", agent: false },
] as const;

/** Read where there are no fields; each caller has the next of the headers. */
type Kind = { path: string; headers: Record<string, string>[]; fields: string | null };

/** In the thread of the others. */
function strangers({ port, kinds }: { port: number; kinds: readonly Kind[] }): void {
  parentPort?.on("message", () => {
    const answers = kinds.map((kind) =>
      Promise.all(Array.from({ length: strangersOfEach }, (_, index) => call(port, kind, index))),
    );
    void Promise.all(answers).then((all) => parentPort?.postMessage(all));
  });
}
if (!isMainThread) strangers(workerData as { port: number; kinds: readonly Kind[] });

/** Over each of the lines in an open loop, from the first moment of the round on. */
async function customersCalls(port: number, customer: Record<string, string>): Promise<number[][]> {
  const kinds = [
    { path: "/api/vue/user/assets", fields: "" },
    { path: "/api/vue/trade/usernewstocklist", fields: "type=jpy" },
    { path: "/api/vue/trade/userstocklist", fields: "type=jpy" },
  ];
  const calls = lines.map(() => new Array<Promise<Answered>>());
  for (let count = 0; count < callsOfRound; count += 1) {
    const kind = { ...kinds[count % kinds.length]!, headers: [customer] };
    for (const [index, { agent }] of lines.entries()) {
      calls[index]!.push(call(port, kind, strangersOfEach + index, agent));
    }
    await pause(1_000 / callsPerSecond);
  }
  const answers = await Promise.all(calls.map((own) => Promise.all(own)));
  const refused = answers.flat().find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`a customer was refused: ${refused.status}`);
  return answers.map((own) => own.map(({ ms }) => ms));
}

type Answered = { ms: number; status: number };

function call(
  port: number,
  { path, headers, fields }: Kind,
  stranger: number,
  agent: Agent | false = false,
): Promise<Answered> {
  const began = performance.now();
  const isRead = fields === null;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, path, method: isRead ? "GET" : "POST", agent },
        localAddress: `127.0.${1 + Math.floor(stranger / 200)}.${1 + (stranger % 200)}`,
        headers: {
          ...headers[stranger % headers.length],
          "accept-encoding": "gzip",
          ...(!isRead && { "content-type": "application/x-www-form-urlencoded" }),
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () =>
          resolve({ ms: performance.now() - began, status: answer.statusCode ?? 0 }),
        );
        answer.once("error", reject);
      },
    );
    sent.once("error", reject);
    sent.end(fields ?? "");
  });
}

async function secondsUntil(
  owner: pg.Client,
  id: string,
  moment: "closes_at" | "draws_at",
): Promise<number> {
  const { rows } = await owner.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM ${moment} - app_now()))::int AS seconds FROM offering WHERE id = $1`,
    [id],
  );
  return rows[0]?.seconds ?? 0;
}

async function untilRoot(owner: pg.Client, id: string): Promise<void> {
  const until = performance.now() + drawnMsMax;
  for (;;) {
    const { rows } = await owner.query(
      "SELECT FROM offering WHERE id = $1 AND root_at IS NOT NULL AND jsonb_array_length(checkpoints) > 1",
      [id],
    );
    if (rows.length > 0) return;
    if (performance.now() > until) throw new Error("the list was not published");
    await pause(200);
  }
}

async function untilDrawn(port: number, id: string): Promise<void> {
  const until = performance.now() + drawnMsMax;
  const bundle = { path: drawBundlePath(id), headers: [{}], fields: null };
  while ((await call(port, bundle, 1)).status !== 200) {
    if (performance.now() > until) throw new Error("the draw does not come");
    await pause(500);
  }
}

function at(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function percentiles(figures: readonly number[]): Record<string, string> {
  return {
    calls: String(figures.length),
    "p50 ms": at(figures, 0.5).toFixed(1),
    "p99 ms": at(figures, 0.99).toFixed(1),
    "longest ms": Math.max(...figures).toFixed(1),
  };
}
