import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadPushKey } from "./push-key.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-push-key-"));
  dataDir = join(folder, "data");
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unsaid = (): never => {
  throw new Error("nothing to warn of");
};
const load = (kind: "simulated" | "live", pushKeyFile: string | null = null) =>
  loadPushKey({ pushKeyFile, dataDir, kind }, unsaid);
const openSsl = (...parameters: string[]) => execFileSync("openssl", parameters, { stdio: "pipe" });

it("is made once beside the data folder of a simulated instance, and stays", async () => {
  const first = await load("simulated");
  expect(existsSync(join(folder, "data-keys", "push-key.pem"))).toBe(true);
  expect(await load("simulated")).toEqual(first);
  // A point that is not compressed, as browsers take it, and a number of 32 bytes.
  expect(first?.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(first?.privateKey).toMatch(/^[\w-]{43}$/);
});

it("is missing on a live instance that names none, which then pushes nothing", async () => {
  expect(await load("live")).toBeNull();
});

it("is what openssl makes, outside the data folder, is read by nobody else, and is of the right curve", async () => {
  const path = join(folder, "push.pem");
  const make = (curve: string) =>
    openSsl("genpkey", "-algorithm", "EC", "-pkeyopt", `ec_paramgen_curve:${curve}`, "-out", path);
  await expect(load("live", join(dataDir, "push.pem"))).rejects.toThrow("must lie outside");
  make("P-256");
  chmodSync(path, 0o644);
  await expect(load("live", path)).rejects.toThrow("Others may read the push key");
  chmodSync(path, 0o600);
  expect((await load("live", path))?.publicKey).toMatch(/^B[\w-]{86}$/);
  make("P-384");
  await expect(load("live", path)).rejects.toThrow("is no key of the curve P-256");
  openSsl("genpkey", "-algorithm", "ed25519", "-out", path);
  await expect(load("live", path)).rejects.toThrow("is no key of the curve P-256");
});
