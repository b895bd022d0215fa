import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/postgres/free-port.ts";
import { startApplication, startUnread, type StartedApplication } from "../support/application.ts";

// A test starts the application twice, and each start has three minutes.
vi.setConfig({ testTimeout: 400_000 });

/** The command line as an operator uses it, on one data folder: each step goes on with what the one before left. */
let dataDir: string;
let application: StartedApplication;
const started: StartedApplication[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sanshi-recovery-"));
  chmodSync(dataDir, 0o711);
});

afterAll(async () => {
  for (const one of started) await one.stop();
  for (const folder of [dataDir, `${dataDir}-keys`])
    rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<StartedApplication> {
  const one = await startApplication({ dataDir, environment });
  started.push(one);
  return one;
}

const account = "0901234567";
const password = "correct-horse-9";

async function call(path: string, fields: Record<string, string>) {
  const answer = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as { status: number; msg: string; data: unknown };
}

const signIn = () => call("/user/login", { account, password });

function postgresPid(): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

test("a customer who registered before a stop signs in after the next start", async () => {
  const first = await start();
  application = first;
  const answer = await call("/user/register", {
    account,
    password,
    password2: password,
    invite_code: first.invitationCode,
    agree: "true",
  });
  expect(answer).toMatchObject({ status: 1 });
  expect(await first.stop()).toBe(0);
  expect(first.output()).toContain("Stopped");
  application = await start();
  expect(await signIn()).toMatchObject({ status: 1 });
});

test("nothing is lost when the server is killed, and the next start takes PostgreSQL over", async () => {
  const postgres = postgresPid();
  await kill();
  application = await start();
  expect(application.output()).toContain(
    `Using the PostgreSQL that is still running (process ${postgres})`,
  );
  expect(await signIn()).toMatchObject({ status: 1 });
});

test("nothing is lost when server and PostgreSQL are killed together", async () => {
  const postgres = postgresPid();
  await kill();
  process.kill(postgres, "SIGKILL");
  application = await start();
  expect(await signIn()).toMatchObject({ status: 1 });
});

test("a server whose PostgreSQL is killed answers again by itself", async () => {
  process.kill(postgresPid(), "SIGKILL");
  for (;;) {
    // Its answers in between are refusals or faults; the test's time limit ends the wait.
    const answer = await signIn().catch(() => ({ status: 0 }));
    if (answer.status === 1) break;
    await sleep(200);
  }
});

test("a server whose output nobody reads serves, and stops in order", async () => {
  await application.stop();
  const port = await findFreePort();
  const { process: silent, ended } = startUnread({ dataDir, environment: { PORT: String(port) } });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      {
        timeout: 180_000,
      },
    )
    .toBe(true);
  silent.kill("SIGINT");
  expect(await ended).toBe(0);
  application = await start();
  expect(await signIn()).toMatchObject({ status: 1 });
});

test("a second start on the same folder is refused in one sentence", async () => {
  await expect(start()).rejects.toThrow(
    `Sanshi is already running on ${dataDir} (process ${application.process.pid}): stop that one first, or set DATA_DIR to another folder.`,
  );
  expect(await signIn()).toMatchObject({ status: 1 });
});

test("a busy port is refused in one sentence", async () => {
  await application.stop();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await expect(start({ PORT: String(port), HOST: "127.0.0.1" })).rejects.toThrow(
    `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1} npm start.`,
  );
  other.close();
});

test("a folder that cannot be written is refused in one sentence", async () => {
  const file = join(dataDir, "a-file");
  writeFileSync(file, "");
  await expect(start({ DATA_DIR: join(file, "inside") })).rejects.toThrow(
    `The data folder ${join(file, "inside")} cannot be written by`,
  );
});

test("wrong settings are refused in one sentence each", async () => {
  await expect(start({ MARKET_HOURS: "never", LOG_LEVEL: "loud" })).rejects.toThrow(
    'MARKET_HOURS must be one of always, exchange, not "never".\nLOG_LEVEL must be one of',
  );
});

async function kill(): Promise<void> {
  const ended = new Promise((resolve) => application.process.once("exit", resolve));
  application.process.kill("SIGKILL");
  await ended;
}
