import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isSignedBy, loadSigningKey } from "./signing-key.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-key-"));
  dataDir = join(folder, "data");
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unsaid = (): never => {
  throw new Error("nothing to warn of");
};
const load = (kind: "simulated" | "live", signingKeyFile: string | null = null) =>
  loadSigningKey({ signingKeyFile, dataDir, kind }, unsaid);
const openSsl = (...parameters: string[]) => execFileSync("openssl", parameters, { stdio: "pipe" });

it("is made once beside the data folder of a simulated instance, and stays", async () => {
  const first = await load("simulated");
  expect(existsSync(join(folder, "data-keys", "signing-key.pem"))).toBe(true);
  const again = await load("simulated");
  expect(again.id).toBe(first.id);
  const signature = first.sign("三市");
  expect(isSignedBy(again.publicKey, "三市", signature)).toBe(true);
  expect(isSignedBy(again.publicKey, "三市!", signature)).toBe(false);
});

it("has to be named on a live instance, outside of the data folder", async () => {
  await expect(load("live")).rejects.toThrow("A live instance needs SIGNING_KEY_FILE");
  await expect(load("live", join(dataDir, "key.pem"))).rejects.toThrow("must lie outside DATA_DIR");
  symlinkSync(dataDir, join(folder, "link"));
  const linked = load("live", join(folder, "link", "key.pem"));
  await expect(linked).rejects.toThrow("must lie outside DATA_DIR");
  const path = join(folder, "key.pem");
  await expect(load("live", path)).rejects.toThrow("is not there");
  writeFileSync(path, "no key", { mode: 0o600 });
  await expect(load("live", path)).rejects.toThrow("holds no private key");
});

it("is what openssl makes, is read by nobody else, and is no key of another kind", async () => {
  const path = join(folder, "key.pem");
  openSsl("genpkey", "-algorithm", "ed25519", "-out", path);
  chmodSync(path, 0o644);
  await expect(load("live", path)).rejects.toThrow("Others may read the signing key");
  chmodSync(path, 0o600);
  expect((await load("live", path)).publicKey).toHaveLength(32);
  openSsl("genpkey", "-algorithm", "x25519", "-out", path);
  await expect(load("live", path)).rejects.toThrow("is no Ed25519 key");
});
