import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createDatabase, type Database } from "../sql/database.ts";
import { decrypt, encrypt } from "./cipher.ts";
import {
  keyFilePath,
  keyRingOf,
  keyRingOfFile,
  parseKeys,
  readKeyFile,
  writeKeyFile,
} from "./key-ring.ts";
import { createSealer, openWith, requireKeyFile, sealWith } from "./sealer.ts";

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

describe("what is encrypted", () => {
  const plain = Buffer.from("AB12345678CD");
  const encrypted = encrypt(oldKey, plain, "identity:1");

  it("is read with the key and for its purpose alone", () => {
    expect(decrypt(oldKey, encrypted, "identity:1").equals(plain)).toBe(true);
    expect(() => decrypt(newKey, encrypted, "identity:1")).toThrow();
    expect(() => decrypt(oldKey, encrypted, "identity:2")).toThrow();
  });

  it("is refused where any bit of it was changed or its end is missing", () => {
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(oldKey, changed, "identity:1")).toThrow();
    }
    expect(() => decrypt(oldKey, encrypted.subarray(0, 20), "identity:1")).toThrow();
    expect(() => decrypt(oldKey, Buffer.alloc(0), "identity:1")).toThrow();
  });

  it("is never the same twice", () => {
    expect(encrypt(oldKey, plain, "identity:1").equals(encrypted)).toBe(false);
  });
});

describe("the keys", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sanshi-keys-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("seal with the newest and open with any", () => {
    const before = keyRingOf([oldKey]);
    const sealed = sealWith(before, Buffer.from("x"), "p");
    const rotated = keyRingOf([newKey, oldKey]);
    expect(openWith(rotated, sealed, "p").toString()).toBe("x");
    const again = sealWith(rotated, Buffer.from("x"), "p");
    expect(() => openWith(before, again, "p")).toThrow("no document key");
    expect(openWith(keyRingOf([newKey]), again, "p").toString()).toBe("x");
  });

  it("are made once, for their owner's eyes, and found again", async () => {
    const path = keyFilePath(join(folder, "data"));
    const sealed = sealWith(await keyRingOfFile(path), Buffer.from("x"), "p");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, "utf8");
    expect(openWith(await keyRingOfFile(path), sealed, "p").toString()).toBe("x");
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("are read again when the file has changed", async () => {
    const path = join(folder, "rotated");
    const ring = await keyRingOfFile(path);
    const [first] = readKeyFile(path);
    const before = sealWith(ring, Buffer.from("x"), "p");
    await writeKeyFile(path, [newKey, first ?? oldKey]);
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    expect(ring.current().key.equals(newKey)).toBe(true);
    expect(openWith(ring, before, "p").toString()).toBe("x");
  });

  it("are refused where others may read them", async () => {
    const path = join(folder, "open");
    await keyRingOfFile(path);
    await chmod(path, 0o644);
    expect(() => readKeyFile(path)).toThrow("chmod 600");
  });

  it.each(["", " ", "short", randomBytes(31).toString("base64"), "!".repeat(44)])(
    "are 32 bytes in base64, not %j",
    (text) => {
      expect(parseKeys(text)).toBeNull();
    },
  );
});

describe("an instance", () => {
  let test: TestDatabase;
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sanshi-keys-"));
    test = await createTestDatabase();
    database = createDatabase(test.connectionString);
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it("may make a first key where nothing was sealed", async () => {
    await expect(requireKeyFile(database, join(folder, "none"))).resolves.toBeUndefined();
  });

  it("knows a text again after its keys were rotated, and never by the text", async () => {
    const before = await createSealer(database, keyRingOf([oldKey]));
    const after = await createSealer(database, keyRingOf([newKey, oldKey]));
    expect(after.fingerprint("1234567", "card")).toEqual(before.fingerprint("1234567", "card"));
    expect(after.fingerprint("1234567", "other")).not.toEqual(
      before.fingerprint("1234567", "card"),
    );
  });

  it("does not start with another instance's keys", async () => {
    await expect(createSealer(database, keyRingOf([randomBytes(32)]))).rejects.toThrow(
      "not the one of this database",
    );
  });

  it("starts without its keys' file neither with a new one nor with an empty one", async () => {
    const path = join(folder, "gone");
    await expect(requireKeyFile(database, path)).rejects.toThrow("No new key was made");
    await writeFile(path, Buffer.alloc(45));
    await expect(requireKeyFile(database, path)).rejects.toThrow("put the file back");
    await writeKeyFile(path, [oldKey]);
    await expect(requireKeyFile(database, path)).resolves.toBeUndefined();
  });
});
