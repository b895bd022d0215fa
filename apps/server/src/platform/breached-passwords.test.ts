import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBreachedPasswords } from "./breached-passwords.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-breached-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hash = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();
const breached = Array.from({ length: 1_000 }, (_, at) => `breached password ${at}`);

async function fileOf(passwords: readonly string[], end: string, last = end): Promise<string> {
  const path = join(folder, `${Math.random()}.txt`);
  const lines = passwords.map(hash).toSorted();
  const counted = lines.map((line, at) => (at % 3 === 0 ? line : `${line}:${7 ** (at % 9)}`));
  await writeFile(path, counted.join(end) + last);
  return path;
}

describe("a file of breached passwords", () => {
  it.each([
    ["with line ends", 1_000, "\n", "\n"],
    ["with Windows' line ends", 1_000, "\r\n", "\r\n"],
    ["without a last line end", 1_000, "\n", ""],
    ["with one line", 1, "\n", ""],
    ["with two lines", 2, "\n", "\n"],
  ])("%s has each of its passwords and no other", async (_what, count, end, last) => {
    const known = breached.slice(0, count);
    const list = await openBreachedPasswords(await fileOf(known, end, last));
    for (const password of known) expect(await list.has(password)).toBe(true);
    for (let at = 0; at < 200; at += 1) expect(await list.has(`never seen ${at}`)).toBe(false);
  });

  it.each([
    ["nothing in it", ""],
    ["words in it", "password\n123456\n"],
    ["hashes in lower case", `${hash("x").toLowerCase()}\n`],
  ])("with %s is none", async (_what, text) => {
    const path = join(folder, "wrong.txt");
    await writeFile(path, text);
    await expect(openBreachedPasswords(path)).rejects.toThrow("SHA-1");
  });

  it("that is not there is told at the start", async () => {
    await expect(openBreachedPasswords(join(folder, "none"))).rejects.toThrow("cannot be read");
  });
});
