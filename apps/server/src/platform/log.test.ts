import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogOutput } from "./log-output.ts";

const logModule = JSON.stringify(join(import.meta.dirname, "log.ts"));

const program = `
  const { createLog } = await import(${logModule});
  const log = createLog("info");
  for (let line = 0; line < 3; line += 1) {
    log.info({ line }, "said");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  console.error("went on");
  if (process.argv[1] !== "few") {
    const count = process.argv[1] === "many" ? 100_000 : 3;
    for (let line = 0; line < count; line += 1) log.info({ line, text: "a".repeat(1_000) }, "said");
    gc();
    console.error(process.memoryUsage().heapUsed < 60_000_000 ? "bounded" : "unbounded");
  }
  process.exit(0);`;

function run(stdout: "pipe" | number, lines = "few") {
  const parameters = ["--expose-gc", "--input-type=module", "-e", program, lines];
  return spawnSync(process.execPath, parameters, {
    stdio: ["ignore", stdout, "pipe"],
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  });
}

it("has written all before the process ends", () => {
  const { status, stdout } = run("pipe", "some");
  expect(status).toBe(0);
  const each = ['"line":0', '"line":1', '"line":2'];
  expect(stdout.match(/"line":\d/g)).toEqual([...each, ...each]);
});

describe.runIf(process.platform === "linux")("where nothing can be written", () => {
  let full: number;
  beforeEach(() => (full = openSync("/dev/full", "w")));
  afterEach(() => closeSync(full));

  it("goes on, and ends, on a full disk", () => {
    expect(run(full)).toMatchObject({ status: 0, stderr: "went on\n" });
    expect(run(full, "many")).toMatchObject({ status: 0, stderr: "went on\nbounded\n" });
  });

  it("ends where the first lines that cannot be written are its last", () => {
    const last = `
      const { createLog } = await import(${logModule});
      const log = createLog("info");
      for (const line of [1, 2, 3]) log.info({ line }, "said");
      process.exit(0);`;
    const options = { timeout: 20_000, encoding: "utf8" } as const;
    const parameters = ["--input-type=module", "-e", last];
    const stdio = ["ignore", full, "pipe"] as const;
    expect(spawnSync(process.execPath, parameters, { ...options, stdio: [...stdio] }).status).toBe(
      0,
    );
    // The reader is gone before it writes.
    const piped = `exec 3>&1; { sleep 0.3; "$0" "$@"; echo $? >&3; } | true`;
    const { stdout } = spawnSync("sh", ["-c", piped, process.execPath, ...parameters], options);
    expect(stdout).toBe("0\n");
  });

  it("writes what waited once it can, and says how many lines were lost", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sanshi-log-"));
    const path = join(folder, "log");
    const place = openSync("/dev/full", "w");
    try {
      const told: number[] = [];
      const output = createLogOutput(place, (lost) => told.push(lost));
      const line = `${"円".repeat(350_000)}\n`;
      for (let count = 0; count < 20; count += 1) output.write(line);
      await sleep(100);
      closeSync(place);
      // The lowest number that is free: as if the disk had room again.
      expect(openSync(path, "w")).toBe(place);
      await expect.poll(() => told).toEqual([5]);
      output.write("after\n");
      await expect
        .poll(() => readFileSync(path, "utf8") === `${line.repeat(15)}after\n`)
        .toBe(true);
    } finally {
      closeSync(place);
      rmSync(folder, { recursive: true });
    }
  });
});
