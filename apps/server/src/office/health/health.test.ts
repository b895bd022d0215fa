import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReplay } from "../../../../../tests/simulation/replay-application.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../tests/support/test-operators.ts";
import { bankListAgeDaysMax, dayMs } from "@sanshi/contract";
import { bankListedOn } from "../../money/cards/cards.ts";
import { queuesOnWire } from "./health.ts";
import { projectFolder } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const get = (url: string, more: object = {}) =>
  app.context.http.fastify.inject({ method: "GET", url, ...more });

function deliverQuotes(): void {
  app.feed.quote("jpy", "7203", "2850");
  app.feed.quote("usd", "AAPL", "189.20");
  app.feed.quote("cny", "600519", "1500.00");
}

describe("the page for the person on duty", () => {
  it("tells every role how feed, orders, queues, database and process are", async () => {
    const viewer = await newOperator(app, "viewer");
    const report = await opsAccepted(app, "/api/ops/health", {}, viewer);
    expect(report.feed.map(({ type }) => type)).toEqual(["jpy", "usd", "cny"]);
    expect(report.database.bytes).toBeGreaterThan(1_000_000);
    expect(report.database.connections).toBeGreaterThan(0);
    expect(report.process.memory_bytes).toBeGreaterThan(10_000_000);
    expect(report.margin).toEqual({ accounts_in_call: 0, forced_sales_today: 0 });
    expect(report.queues.map(({ name }) => name)).toContain("withdrawals");
    expect(report.backups).toMatchObject({ restorable_to: null, trouble: null, holes: [] });
  });

  it("reminds of Japan's list of banks once it is old", async () => {
    const daysAfter = async (days: number) => {
      const now = Date.parse(`${bankListedOn}T00:00:00+09:00`) + days * dayMs;
      const queues = await queuesOnWire({
        ...app.context,
        clock: { ...app.context.clock, now: () => now },
      });
      return queues.find(({ name }) => name === "bank_list");
    };
    expect(await daysAfter(bankListAgeDaysMax - 1)).toMatchObject({ waiting: 0, oldest_at: null });
    expect((await daysAfter(bankListAgeDaysMax))?.waiting).toBe(1);
  });

  it("has nothing recorded where nothing is replayed, and what a replay has taken where it is", async () => {
    const viewer = await newOperator(app, "viewer");
    expect((await opsAccepted(app, "/api/ops/health", {}, viewer)).record).toBeNull();
    const folder = await mkdtemp(join(tmpdir(), "sanshi-health-"));
    const rows = ["AAPL,2024-06-18,10,11,9,10,100", "AAPL,2024-06-20,10,11,9,10,100"];
    const header = "symbol,date,open,high,low,close,volume";
    const bad = "AAPL,6/21,10,11,9,10,100";
    await writeFile(join(folder, "bars.csv"), [header, ...rows, bad].join("\n"));
    const replay = await startReplay(folder, null, "2024-06-18", {});
    try {
      const watcher = await newOperator(replay.app, "viewer");
      const { record } = await opsAccepted(replay.app, "/api/ops/health", {}, watcher);
      const days = { days: 2, minutes: 0, extended: 0, from: "2024-06-18", until: "2024-06-20" };
      expect(record).toEqual({
        stock_count: 1,
        stocks: [{ type: "usd", code: "AAPL", ...days }],
        left_out: [
          {
            ...{ reason: "no_date", file: "bars.csv", line: 4, rows: 1 },
            ...{ found: "6/21", values: {} },
          },
        ],
        left_out_more: null,
      });
    } finally {
      await replay.app.stop();
      await rm(folder, { recursive: true });
    }
  });

  it("says where backups go, up to when one can go back, and what is missing", async () => {
    const viewer = await newOperator(app, "viewer");
    const { backups } = app.context;
    const before = { ...backups };
    const at = Date.parse("2026-11-25T03:00:00Z");
    const trouble = "the file 000000010000000000000003 of PostgreSQL's log is missing";
    Object.assign(backups, { backedUpAt: at, logAt: at + 1, restorableTo: at + 2 });
    Object.assign(backups, { trouble, holes: [trouble] });
    const report = await opsAccepted(app, "/api/ops/health", {}, viewer);
    const { body } = await get("/metrics", { headers: { host: "localhost" } });
    Object.assign(backups, before);
    expect(report.backups).toEqual({
      ...{ kind: "none", backed_up_at: "2026-11-25T03:00:00.000Z" },
      ...{ log_at: "2026-11-25T03:00:00.001Z", restorable_to: "2026-11-25T03:00:00.002Z" },
      ...{ trouble, holes: [trouble] },
    });
    expect(body).toContain('sanshi_backup_target{kind="none"} 1');
    expect(body).toContain("sanshi_backup_failing 1");
    expect(body).toContain("sanshi_backup_holes 1");
    expect(body).toMatch(/^sanshi_backup_restorable_seconds_ago \d/m);
  });

  it("is nobody's without a session, and each look is in the audit log", async () => {
    expect(await opsRefused(app, "/api/ops/health", {})).toBe("sign_in_again");
    const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM audit_entry
      WHERE path = '/api/ops/health'`.execute(app.context.database.reader);
    expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(2);
  });

  it("measures the answers to orders, refused ones too", async () => {
    const viewer = await newOperator(app, "viewer");
    const customer = await app.newCustomer();
    const before = await opsAccepted(app, "/api/ops/health", {}, viewer);
    await app.refused("/trade/cancel-order", { id: "999999999" }, customer);
    await app.refused("/trade/cancel-order", { id: "999999998" }, customer);
    await app.accepted("/user/getUserinfo", {}, customer);
    const { orders } = await opsAccepted(app, "/api/ops/health", {}, viewer);
    expect(orders.count).toBe(before.orders.count + 2);
    expect(orders.p50_ms).toBeGreaterThan(0);
    expect(orders.p99_ms).toBeGreaterThanOrEqual(orders.p50_ms ?? 0);
  });

  it("counts what waits, and since when", async () => {
    const reviewer = await newOperator(app, "reviewer");
    const administrator = await newOperator(app, "administrator");
    await newOperator(app, "administrator");
    await opsAccepted(app, "/api/ops/single-approval", { on: false }, administrator);
    const viewer = await newOperator(app, "viewer");
    await opsAccepted(
      app,
      "/api/ops/operators/:id/role",
      { id: reviewer.id, role: "approver" },
      administrator,
    );
    const { queues } = await opsAccepted(app, "/api/ops/health", {}, viewer);
    const proposals = queues.find(({ name }) => name === "proposals");
    expect(proposals?.waiting).toBe(1);
    expect(proposals?.oldest_at).not.toBeNull();
  });
});

describe("probes", () => {
  it("say that the process is up", async () => {
    expect(await get("/healthz")).toMatchObject({ statusCode: 200, body: "up\n" });
  });

  it("say that it is ready, and not while a migration is missing", async () => {
    // A feed that has told nothing for half a minute fails, and so does a database that takes two seconds.
    deliverQuotes();
    const ready = async () => {
      const { statusCode, body } = await get("/readyz");
      return { statusCode, body };
    };
    const body = "database: ok\nmigrations: ok\norders: ok\nfeed: ok\n";
    await expect.poll(ready).toEqual({ statusCode: 200, body });
    const other = await startTestApplication();
    try {
      await sql`DELETE FROM schema_migrations WHERE name LIKE '0020%'`.execute(other.owner.reader);
      const answer = await other.context.http.fastify.inject({ method: "GET", url: "/readyz" });
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain("migrations: failing");
    } finally {
      await other.stop();
    }
  });
});

describe("readiness", () => {
  it("places an order's way and cancels it: what answers and takes no orders is not ready", async () => {
    const other = await startTestApplication();
    try {
      const ready = async () => {
        const answer = await other.context.http.fastify.inject({ method: "GET", url: "/readyz" });
        return answer.body;
      };
      await expect.poll(ready).toContain("orders: ok");
      await other.newCustomer();
      await expect.poll(ready).toContain("orders: ok");
      const kept = await sql`SELECT FROM client_request`.execute(other.owner.reader);
      expect(kept.rows).toEqual([]);
      // The table answers whoever reads it, and takes nothing.
      await sql`CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no'; END $$`.execute(other.owner.reader);
      await sql`CREATE TRIGGER refuse_order BEFORE INSERT ON client_request
        FOR EACH ROW EXECUTE FUNCTION refuse_order()`.execute(other.owner.reader);
      await expect.poll(ready).toMatch(/database: ok\nmigrations: ok\norders: failing/);
      await sql`DROP TRIGGER refuse_order ON client_request`.execute(other.owner.reader);
      await expect.poll(ready).toContain("orders: ok");
    } finally {
      await other.stop();
    }
  });
});

describe("metrics", () => {
  const local = { remoteAddress: "127.0.0.1", headers: { host: "localhost:8080" } };

  it("are read on this machine, in Prometheus' text", async () => {
    const read = async () => (await get("/metrics", local)).body;
    await expect.poll(read).toMatch(/^sanshi_ready\{check="database"\} 1$/m);
    const { statusCode, body, headers } = await get("/metrics", local);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toContain("text/plain");
    expect(body).toMatch(/^sanshi_order_answer_seconds_bucket\{le="\+Inf"\} \d+$/m);
    const sample = /^[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? -?[\d.e+-]+$/;
    const samples = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(samples.filter((line) => !sample.test(line))).toEqual([]);
  });

  it("count every call by route and status, and whoever is on the stream", async () => {
    const customer = await app.newCustomer();
    const figure = async (labels: string) => {
      const { body } = await get("/metrics", local);
      const line = body.split("\n").find((one) => one.startsWith(labels));
      return Number(line?.split(" ").at(-1) ?? 0);
    };
    const refused = 'sanshi_calls_total{route="/api/vue/trade/cancel-order",status="200"}';
    const unknown = 'sanshi_calls_total{route="none",status="404"}';
    const before = { refused: await figure(refused), unknown: await figure(unknown) };
    await app.refused("/trade/cancel-order", { id: "999999997" }, customer);
    await get("/api/nowhere");
    expect(await figure(refused)).toBe(before.refused + 1);
    expect(await figure(unknown)).toBe(before.unknown + 1);
    expect(await figure('sanshi_stream_connections{state="signed_in"}')).toBe(0);
    expect(await figure('sanshi_calls_shed_total{kind="opening"}')).toBe(0);
  });

  it.each(["prometheus/alerts.yaml", "grafana/dashboard.json"])(
    "have every figure that deploy/%s asks for",
    async (file) => {
      const there = new Set(app.context.metrics.getMetricsAsArray().map(({ name }) => name));
      const text = await readFile(join(projectFolder, "deploy", file), "utf8");
      const asked = [...text.matchAll(/\bsanshi_[a-z_]+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count|sum)$/, ""),
      );
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.filter((name) => !there.has(name))).toEqual([]);
    },
  );

  it.each([
    ["from elsewhere", { ...local, remoteAddress: "203.0.113.7" }],
    [
      "by a proxy's hand",
      { ...local, headers: { ...local.headers, "x-forwarded-for": "1.2.3.4" } },
    ],
    ["under the site's name", { ...local, headers: { host: "broker.example" } }],
  ])("are not there %s", async (_name, more) => {
    expect((await get("/metrics", more)).statusCode).toBe(404);
  });

  it("need the token where one is set, wherever they are asked from", async () => {
    const token = "a-token-of-the-tests";
    const guarded = await startTestApplication({ METRICS_TOKEN: token });
    try {
      const scrape = (authorization?: string) =>
        guarded.context.http.fastify.inject({
          method: "GET",
          url: "/metrics",
          headers: { host: "localhost", ...(authorization !== undefined && { authorization }) },
        });
      expect((await scrape()).statusCode).toBe(404);
      expect((await scrape("Bearer another-token-of-it")).statusCode).toBe(404);
      expect((await scrape(`Bearer ${token}`)).statusCode).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});
