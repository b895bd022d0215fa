import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { run } from "../start.ts";
import { startOnce } from "./start-once.ts";

/** A build whose server is a few lines: the folder that it is given says what it saw. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-start-"));
  mkdirSync(join(folder, "tools"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = (program: string) => writeFileSync(join(folder, "tools", "start.ts"), program);

it("waits until the server is ready, counts its processor time and memory, and stops it", async () => {
  build(`
    import { createServer } from "node:http";
    import { writeFileSync } from "node:fs";
    let asked = 0;
    const until = performance.now() + 100;
    while (performance.now() < until);
    createServer(({ url }, answer) => {
      asked += 1;
      answer.writeHead(url === "/readyz" && asked > 2 ? 200 : 503).end();
    }).listen(Number(process.env.PORT), "127.0.0.1");
    process.once("SIGTERM", () => {
      writeFileSync(process.env.DATA_DIR + "/seen", String(asked));
      process.exit(0);
    });
  `);
  const start = await startOnce(folder, folder, 0);
  expect(start.readySeconds).toBeGreaterThan(0);
  expect(start.nodeSeconds).toBeGreaterThan(0);
  expect(start.nodeMegabytes).toBeGreaterThan(0);
  // It has no PostgreSQL.
  expect(start.postgresSeconds).toBe(0);
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("3");
});

it("says what a server printed that ended instead", async () => {
  build(`console.error("the database is of a newer release"); process.exitCode = 1;`);
  await expect(startOnce(folder, folder, 0)).rejects.toThrow("the database is of a newer release");
});

it("refuses a folder without a database, and one whose PostgreSQL runs", async () => {
  await expect(run([])).rejects.toThrow("holds no database");
  await expect(run([folder])).rejects.toThrow("holds no database");
  mkdirSync(join(folder, "postgres"));
  for (const name of ["PG_VERSION", "postmaster.pid"]) {
    writeFileSync(join(folder, "postgres", name), "17");
  }
  await expect(run([folder])).rejects.toThrow("its PostgreSQL runs");
});
