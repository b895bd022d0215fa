import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { drawBundlePath } from "@sanshi/contract";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { startApplication, type StartedApplication } from "../tests/support/application.ts";
import { launchBrowser, newPhone } from "../tests/support/browser.ts";
import { advanceClock } from "../tests/support/operator.ts";
import { countStatements } from "./draw/count-statements.ts";
import { slowProcesses } from "./draw/slow-processes.ts";
import { openOffering, phoneCustomer, subscribers, type OpenOffering } from "./draw/subscribers.ts";
import { watchCheck, type Watched } from "./draw/watch-check.ts";

const entriesDefault = 100_000;
/** As where money is real. */
const delayDefault = 2_560_000_000;
const cpuSlowdown = 4;
const longestMs = 7_200_000;
const idleMs = 4_000;

/**
 * `npm run bench draw [entries] [delay]`: so many subscribe to a company that came by itself, its list closes and is
 * drawn, and a phone whose processor is four times slower checks the draw. By default the delay is a live instance's,
 * which the server takes many minutes for; what the phone takes for it grows with it and is printed apart.
 */
export async function run([
  entries = String(entriesDefault),
  delay = String(delayDefault),
]: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log, onProgress: console.log });
  const { connectionString, ownerConnectionString } = postgres;
  const counted = mkdtempSync(join(tmpdir(), "sanshi-statements-"));
  const statements = countStatements(counted);
  const application = await startApplication({
    environment: {
      ...statements.environment,
      DATABASE_URL: connectionString,
      DATABASE_OWNER_URL: ownerConnectionString,
      DRAW_DELAY: delay,
    },
  });
  const owner = new pg.Client({ connectionString: ownerConnectionString });
  const browser = await launchBrowser();
  try {
    await owner.connect();
    const offering = await openOffering(owner);
    const customer = await phoneCustomer(ownerConnectionString, application);
    await subscribers(owner, offering, Number(entries) - 1);
    await subscribe(application, customer, offering);
    await drawn(owner, application, { offering, sent: statements.sent });
    await checked(browser, application, { customer, offering, delay: Number(delay) });
  } finally {
    await browser.close();
    await owner.end();
    await application.stop();
    await postgres.stop();
    for (const folder of [dataDir, counted]) rmSync(folder, { recursive: true, force: true });
  }
}

async function subscribe(
  { address }: StartedApplication,
  customer: Record<string, string>,
  { id, quantity }: OpenOffering,
): Promise<void> {
  const answer = await fetch(`${address}/api/vue/trade/subscribe`, {
    method: "POST",
    headers: customer,
    body: new URLSearchParams({ id, quantity, request_id: randomUUID() }),
  });
  const { msg } = (await answer.json()) as { msg: string };
  if (msg !== "ok") throw new Error(`the phone's customer could not subscribe: ${msg}`);
}

type Stages = {
  /** Seconds on the app's clock. */
  root_after: number | null;
  drawn_after: number | null;
  parts: number;
  untold: number;
  to_close: number;
  to_draw: number;
};

async function drawn(
  owner: pg.Client,
  application: StartedApplication,
  { offering: { id }, sent }: { offering: OpenOffering; sent: () => number },
): Promise<void> {
  const stages = async () => {
    const { rows } = await owner.query<Stages>(
      `SELECT extract(epoch FROM root_at - closes_at)::float8 AS root_after,
        extract(epoch FROM drawn_at - draws_at)::float8 AS drawn_after,
        jsonb_array_length(checkpoints) AS parts,
        extract(epoch FROM closes_at - app_now())::float8 AS to_close,
        extract(epoch FROM draws_at - app_now())::float8 AS to_draw,
        (SELECT count(*) FROM new_share_subscription s WHERE s.offering_id = o.id AND s.tell)::int
          + CASE WHEN o.entrants_told_through IS NULL THEN 0 ELSE 1 END AS untold
      FROM offering o WHERE id = $1`,
      [id],
    );
    const [found] = rows;
    if (found === undefined) throw new Error("the offering is gone");
    return found;
  };
  const until = async (is: (now: Stages) => boolean) => {
    const began = performance.now();
    for (;;) {
      const now = await stages();
      if (is(now)) return { now, seconds: (performance.now() - began) / 1_000 };
      if (performance.now() - began > longestMs) throw new Error("the draw does not come");
      await pause(50);
    }
  };
  // What every job looks for every second is among them.
  let sentBefore = sent();
  await pause(idleMs);
  console.log(`idle: ${(((sent() - sentBefore) * 1_000) / idleMs).toFixed(0)} statements a second`);
  sentBefore = sent();
  const say = (what: string, seconds: number) => {
    const now = sent();
    console.log(`${what}: ${seconds.toFixed(1)} s, ${now - sentBefore} statements`);
    sentBefore = now;
  };
  await advanceClock(application, Math.floor((await stages()).to_close) - 3);
  await until(({ to_close: left }) => left <= 0);
  const root = await until(({ root_after: after }) => after !== null);
  say("root published after the close", root.now.root_after ?? 0);
  say("everybody told of it after that", (await until(({ untold }) => untold === 0)).seconds);
  say("delay worked out after that", (await until(({ parts }) => parts === 257)).seconds);
  const { to_draw: left } = await stages();
  if (left > 3) await advanceClock(application, Math.floor(left) - 3);
  await until(({ to_draw: more }) => more <= 0);
  const result = await until(({ drawn_after: after }) => after !== null);
  say("result, states and bundle written after the draw was due", result.seconds);
  say("everybody told of it after that", (await until(({ untold }) => untold === 0)).seconds);
  const bundle = Buffer.from(
    await (await fetch(application.address + drawBundlePath(id))).arrayBuffer(),
  );
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
  console.log(
    `bundle: ${megabytes(bundle.length)} MB, ${megabytes(gzipSync(bundle).length)} compressed`,
  );
}

async function checked(
  browser: Browser,
  { address }: StartedApplication,
  asked: { customer: Record<string, string>; offering: OpenOffering; delay: number },
): Promise<void> {
  for (const slowdown of [1, cpuSlowdown]) {
    const context = await newPhone(browser, { locale: "en-US" });
    await context.addInitScript(({ token = "", account = "" }) => {
      localStorage.setItem("tokend", token);
      localStorage.setItem("account", account);
      localStorage.setItem("language", "us");
    }, asked.customer);
    const page = await context.newPage();
    await page.goto(`${address}/#/home/newShareInfo?id=${asked.offering.id}`);
    await page.getByRole("button", { name: "Check this draw" }).waitFor();
    const slowed = slowdown === 1 ? null : await slowProcesses(browser, slowdown);
    try {
      print(slowdown, asked.delay, await check(page));
    } finally {
      slowed?.stop();
      await context.close();
    }
  }
}

async function check(page: Page): Promise<Watched> {
  const ended = watchCheck(page);
  await page.getByRole("button", { name: "Check this draw" }).click({ timeout: 60_000 });
  await page.getByText("Verified: this draw was fair").waitFor({ timeout: longestMs });
  return ended();
}

function print(slowdown: number, delay: number, { steps, parts, threads, longestTaskMs }: Watched) {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const [first = 0, last = 0] = [parts.at(0), parts.at(-1)];
  const gaps = parts.slice(1).map((at, index) => at - (parts[index] ?? 0));
  const rate = delay / Math.max(1, last - first) / 1_000;
  console.log(
    [
      `processor ${slowdown}× slower, ${threads} threads`,
      ...Object.entries(steps).map(([step, at]) => `${step} ${seconds(at)} s`),
      `${rate.toFixed(2)} million hashes a second, so that a live delay takes ${(delayDefault / rate / 1_000_000 / 60).toFixed(1)} min`,
      `longest time without progress ${seconds(Math.max(0, ...gaps))} s`,
      `longest task of the page ${longestTaskMs.toFixed(0)} ms`,
    ].join(", "),
  );
}
