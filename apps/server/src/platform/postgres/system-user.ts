import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** The user that PostgreSQL runs as: `ids` is null when it is the user that we are already. */
export interface SystemUser {
  /** As a sentence says it. */
  readonly name: string;
  readonly ids: { readonly uid: number; readonly gid: number } | null;
}

/**
 * PostgreSQL refuses to run as root, so root lends it another user: the owner of an existing
 * cluster, else `postgres`, else `nobody`.
 */
export function choosePostgresUser(clusterFolder: string): SystemUser {
  if (process.getuid?.() !== 0) return { name: "the current user", ids: null };
  const owner = ownerOf(clusterFolder);
  if (owner && owner.uid !== 0) return { name: `the user ${owner.uid}`, ids: owner };
  for (const name of ["postgres", "nobody"]) {
    const ids = lookUp(name);
    if (ids) return { name: `the user ${name}`, ids };
  }
  throw new StartError(
    "PostgreSQL does not run as root and this machine has neither a user postgres nor nobody: start as an ordinary user.",
  );
}

/** Whether that user may pass through the folder and every folder above it. */
export function canEnter(user: SystemUser, folder: string): boolean {
  const answer = spawnSync("test", ["-x", folder], { cwd: "/", ...user.ids });
  return answer.status === 0;
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : null;
}

function lookUp(name: string): { uid: number; gid: number } | null {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    spawnSync("id", [flag, name], { encoding: "utf8" }),
  );
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
