import { createHash } from "node:crypto";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "./index.ts";
import { processStart } from "./process-identity.ts";

const gone = "999999999 long-ago\n";
const living = `${process.pid} ${processStart(process.pid)}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-lock-"));
  writeFileSync(join(folder, "sanshi.lock"), gone);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As a start leaves it that has begun to take a claim over. */
function follow(claim: string, by: string): string {
  const name = createHash("sha256").update(claim).digest("hex").slice(0, 16);
  const path = join(folder, `sanshi.lock.after-${name}`);
  writeFileSync(path, by);
  return path;
}

test("a claim of a killed process that another start is taking over is left to that one", async () => {
  const path = follow(gone, living);
  const claiming = lockDataFolder(folder);
  let isClaimed = false;
  void claiming.then(() => (isClaimed = true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isClaimed).toBe(false);
  rmSync(path);
  (await claiming).release();
});

test("where starts were killed while they took a claim over, the next one does, and leaves nothing behind", async () => {
  follow(gone, "999999998 later\n");
  follow("999999998 later\n", "999999997 later still\n");
  const lock = await lockDataFolder(folder);
  expect(readdirSync(folder)).toEqual(["sanshi.lock"]);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a claim that cannot be read is refused in one sentence, and a start stays one that can be stopped", async () => {
  const path = join(folder, "sanshi.lock");
  rmSync(path);
  symlinkSync("nowhere", path);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 100);
  await expect(lockDataFolder(folder)).rejects.toThrow(`${path} is there and cannot be read: `);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(readdirSync(folder)).toEqual(["sanshi.lock"]);
});

test("of starts at one moment over a killed one each has the folder alone", async () => {
  const fixture = join(import.meta.dirname, "data-folder-lock.fixture.ts");
  const starts = Array.from({ length: 4 }, () => fork(fixture));
  try {
    await Promise.all(starts.map((start) => once(start, "message")));
    for (let round = 0; round < 8; round += 1) {
      writeFileSync(join(folder, "sanshi.lock"), gone);
      const said = starts.map((start) => once(start, "message"));
      for (const start of starts) start.send(folder);
      const times = (await Promise.all(said)).map(([[from, until]]) => [
        BigInt(from),
        BigInt(until),
      ]);
      const held = times.toSorted(([one], [other]) => (one! < other! ? -1 : 1));
      for (const [place, [from]] of held.entries()) {
        if (place > 0) expect(from! > held[place - 1]![1]!).toBe(true);
      }
      expect(readdirSync(folder)).toEqual([]);
    }
  } finally {
    for (const start of starts) start.kill();
  }
});
