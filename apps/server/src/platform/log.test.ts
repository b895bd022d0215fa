import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const program = `
  const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, "log.ts"))});
  const log = createLog("info");
  for (let line = 0; line < 3; line += 1) {
    log.info({ line }, "said");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  console.error("went on");
  if (process.argv[1] === "many") {
    for (let line = 0; line < 100_000; line += 1) log.info({ line, text: "a".repeat(1_000) }, "said");
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
  const { status, stdout } = run("pipe");
  expect(status).toBe(0);
  expect(stdout.match(/"line":\d/g)).toEqual(['"line":0', '"line":1', '"line":2']);
});

it.runIf(process.platform === "linux")("goes on, and ends, where its disk is full", () => {
  const full = openSync("/dev/full", "w");
  try {
    expect(run(full)).toMatchObject({ status: 0, stderr: "went on\n" });
    expect(run(full, "many")).toMatchObject({ status: 0, stderr: "went on\nbounded\n" });
  } finally {
    closeSync(full);
  }
});
