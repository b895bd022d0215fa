import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifestPath, partPath, type Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { documentPath, documentsInBackup, forgetDocuments, noteDocuments } from "./documents.ts";
import { createFolderTarget } from "./folder-target.ts";
import { forgetOldBackups, keptBackups } from "./retention.ts";
import { walPath } from "./wal-files.ts";

const now = Date.parse("2026-11-22T00:00:00Z");
const day = 86_400_000;

function manifest(daysAgo: number, firstWal = "0".repeat(24)): Manifest {
  const ended_at = new Date(now - daysAgo * day).toISOString();
  const id = ended_at.replaceAll(/[-:]|\.\d{3}/g, "");
  const wal = { first_wal: firstWal, last_wal: firstWal };
  return { id, ended_at, postgres_major: 18, ...wal, parts: 2, backup_label: "" };
}

describe("what is kept", () => {
  it.each([
    ["nothing of nothing", [], []],
    ["the only one, however old", [90], [90]],
    ["the young ones, and the one before them to start from", [40, 20, 13, 1], [20, 13, 1]],
    ["all where none is older", [13, 1], [13, 1]],
    ["the newest where all are old", [40, 20], [20]],
    ["one of exactly that age counts as old", [30, 14, 1], [14, 1]],
  ])("is %s", (_name, ages, kept) => {
    const all = ages.map((age) => manifest(age));
    expect(keptBackups(all, 14, now)).toEqual(kept.map((age) => manifest(age)));
  });
});

describe("what is removed", () => {
  let folder: string;
  let target: BackupTarget;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sanshi-retention-"));
    target = createFolderTarget(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("is the whole of an old backup and the log before the oldest kept, of any timeline", async () => {
    const walName = (number: number, timeline = 1) =>
      `${String(timeline).padStart(8, "0")}${"0".repeat(8)}${String(number).padStart(8, "0")}`;
    const [old, kept] = [manifest(40, walName(1)), manifest(20, walName(5))];
    for (const one of [old, kept]) {
      await target.put(manifestPath(one.id), Buffer.from(JSON.stringify(one)));
      await target.put(partPath(one.id, 1), Buffer.from("x"));
    }
    const names = [walName(1), walName(4), walName(5), walName(4, 2), walName(6, 2)];
    const pathOf = (name: string) => walPath({ name, reachedAt: null, sha256: null });
    for (const name of [...names, "00000002.history"]) await target.put(pathOf(name), Buffer.of());
    expect(await forgetOldBackups(target, 14, now)).toEqual([kept]);
    expect(await target.list("")).toEqual(
      [
        ...[partPath(kept.id, 1), manifestPath(kept.id)],
        ...["00000002.history", walName(5), walName(6, 2)].map(pathOf),
      ].toSorted(),
    );
  });

  it("is a document that the app removed and no kept backup goes back to", async () => {
    for (const name of ["removed-long-ago", "removed-lately", "still-there"]) {
      await target.put(documentPath(name), Buffer.from(name));
    }
    await noteDocuments(target, "kept", ["removed-lately", "still-there"]);
    await forgetDocuments(target, ["kept"], ["still-there"]);
    expect(await documentsInBackup(target)).toEqual(["removed-lately", "still-there"]);
  });
});
