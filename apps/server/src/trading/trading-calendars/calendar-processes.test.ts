import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expectedYear, isTradingDay, localDate, setEnteredYears } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";

let database: TestDatabase;
let app: TestApplication;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApplication({}, { database });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await app.stop();
  setEnteredYears([]);
});

/** Another process of the machine, which prints what it knows of a day. */
async function startProcess(date: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "calendar-process.fixture.ts");
  const child = spawn(
    process.execPath,
    ["--no-warnings", program, database.connectionString, date],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  children.push(child);
  return child;
}

const printed = async ({ stdout }: ChildProcess) => {
  if (stdout === null) throw new Error("a process without an output");
  const [data] = (await once(stdout, "data")) as [Buffer];
  return data.toString().trim();
};

it("a process of its own hears of a year and of a closing, and one that starts later knows both", async () => {
  const { clock } = app.context;
  const year = Number(localDate("cny", clock.now()).slice(0, 4)) + 1;
  const expected = expectedYear("cny", year) ?? [];
  const moved = expected.findLast(({ certain }) => !certain)?.date ?? "";
  const running = await startProcess(moved);
  expect(await printed(running)).toBe("closed");

  const [one, two] = [await newOperator(app, "approver"), await newOperator(app, "approver")];
  const days = expected.filter(({ date }) => date !== moved).map(({ date }) => date);
  const form = {
    type: "cny",
    year,
    text: days.join("\n"),
    title: "A notice",
    address: "https://www.sse.com.cn/",
    published_on: localDate("cny", clock.now()),
    confirmed: [],
  } as const;
  const heard = printed(running);
  const { id } = await opsAccepted(
    app,
    "/api/ops/calendars/propose",
    { ...form, confirmed: [] },
    one,
  );
  await opsAccepted(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, two);
  expect(await heard).toBe("open");
  expect(await printed(await startProcess(moved))).toBe("open");

  // The first of the days to come that trades.
  const start = Date.parse(localDate("cny", clock.now()));
  const date = Array.from({ length: 20 }, (_, ahead) =>
    new Date(start + (ahead + 1) * 86_400_000).toISOString().slice(0, 10),
  ).find((day) => isTradingDay("cny", day));
  if (date === undefined) throw new Error("no trading day within twenty");
  const watching = await startProcess(date);
  expect(await printed(watching)).toBe("open");
  const closed = printed(watching);
  const closing = { type: "cny", date, reason: "severe_weather" } as const;
  await opsAccepted(app, "/api/ops/calendars/close", closing, one);
  expect(await closed).toBe("closed");
  expect(await printed(await startProcess(date))).toBe("closed");
});
