import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { renameFolderDurably, writeDurably } from "../durable-files.ts";
import type { DataLayout } from "./data-folder.ts";

/**
 * An upgrade makes the new cluster in a data folder of its own below the old one, and puts it in its place
 * by two renames. A power cut between them leaves a folder without a cluster, beside one that is complete.
 */
export function upgradeFolder(dataDir: string): string {
  return join(dataDir, "upgrading");
}

const newCluster = (dataDir: string) => join(upgradeFolder(dataDir), "postgres");
const completeMark = (dataDir: string) => join(upgradeFolder(dataDir), "complete");

/** The old cluster's place afterwards. */
export function oldClusterFolder({ clusterFolder }: DataLayout, major: number): string {
  return `${clusterFolder}-${major}`;
}

/** Puts the new cluster, which is stopped and on the disk, in the old one's place; the old one stays beside it. */
export async function putInPlace(layout: DataLayout, oldMajor: number): Promise<void> {
  await writeDurably(completeMark(layout.dataDir), "");
  await renameFolderDurably(layout.clusterFolder, oldClusterFolder(layout, oldMajor));
  await finishUpgrade(layout);
}

/** At every start: an upgrade that a power cut stopped between its renames is finished. */
export async function finishUpgrade({ dataDir, clusterFolder }: DataLayout): Promise<void> {
  if (existsSync(clusterFolder) || !existsSync(completeMark(dataDir))) return;
  await renameFolderDurably(newCluster(dataDir), clusterFolder);
  await rm(upgradeFolder(dataDir), { recursive: true });
}
