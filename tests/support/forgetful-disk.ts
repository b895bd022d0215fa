import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** What a process did to the files below a folder; `disk-recorder.ts` writes it down. */
export type DiskEvent =
  | { does: "create" | "make_folder" | "flush" | "remove"; path: string }
  | { does: "write"; path: string; content: string }
  | { does: "rename" | "link"; from: string; to: string }
  /** A program that takes care of itself filled this folder. */
  | { does: "filled_and_flushed"; path: string }
  /** Not a change: from here on somebody was told that all of it is kept. */
  | { does: "acknowledge"; what: string };

/**
 * What a disk may make of what was not flushed when the power went. Journals differ in what they keep
 * of it, so each of these is a disk that exists:
 *
 * - `forgotten`: neither bytes nor names that were not flushed are there;
 * - `empty`: all names are there, of files only the bytes that were flushed;
 * - `zeros`: all names are there, and files are as long as they should be, with zeros for bytes.
 */
export type Forgetting = "forgotten" | "empty" | "zeros";
export const forgettings: readonly Forgetting[] = ["forgotten", "empty", "zeros"];

type File = { kind: "file"; content: Buffer; flushed: Buffer };
type Folder = {
  kind: "folder";
  entries: Map<string, Node>;
  flushed: Map<string, Node>;
  /** Holds what a program put there, besides what the events say. */
  isFilled: boolean;
};
type Node = File | Folder;

/** A file or a folder of what is left, by its path below the root. */
export type Leftover = { path: string; content: Buffer | null; isFilled: boolean };

/** What is there after the first `count` events and a power cut. */
export function afterPowerCut(
  root: string,
  events: readonly DiskEvent[],
  count: number,
  forgetting: Forgetting,
): Leftover[] {
  const disk = newFolder();
  for (const event of events.slice(0, count)) apply(disk, root, event);
  return leftovers(disk, "", forgetting);
}

function newFolder(): Folder {
  return { kind: "folder", entries: new Map(), flushed: new Map(), isFilled: false };
}

function apply(disk: Folder, root: string, event: DiskEvent): void {
  const at = (path: string) => find(disk, relative(root, path));
  const parent = (path: string) => {
    const folder = at(dirname(path));
    if (folder?.kind !== "folder") throw new Error(`${dirname(path)} is no folder`);
    return folder.entries;
  };
  switch (event.does) {
    case "acknowledge":
      return;
    case "create":
      parent(event.path).set(basename(event.path), emptyFile());
      return;
    case "make_folder":
      // The root itself is where the disk begins.
      if (event.path !== root) parent(event.path).set(basename(event.path), newFolder());
      return;
    case "write": {
      let file = at(event.path);
      if (file === undefined) parent(event.path).set(basename(event.path), (file = emptyFile()));
      if (file.kind === "file") file.content = Buffer.from(event.content, "base64");
      return;
    }
    case "flush": {
      const node = at(event.path);
      if (node?.kind === "file") node.flushed = node.content;
      if (node?.kind === "folder") node.flushed = new Map(node.entries);
      return;
    }
    case "remove":
      parent(event.path).delete(basename(event.path));
      return;
    case "rename":
    case "link": {
      const node = at(event.from);
      if (node === undefined) throw new Error(`${event.from} was never made`);
      parent(event.to).set(basename(event.to), node);
      if (event.does === "rename") parent(event.from).delete(basename(event.from));
      return;
    }
    case "filled_and_flushed": {
      const folder = at(event.path);
      if (folder?.kind === "folder") folder.isFilled = true;
    }
  }
}

function emptyFile(): File {
  return { kind: "file", content: Buffer.alloc(0), flushed: Buffer.alloc(0) };
}

function find(disk: Folder, path: string): Node | undefined {
  let node: Node | undefined = disk;
  for (const name of path.split("/").filter((part) => part !== "")) {
    node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  }
  return node;
}

function leftovers(folder: Folder, path: string, forgetting: Forgetting): Leftover[] {
  const entries = forgetting === "forgotten" ? folder.flushed : folder.entries;
  return [...entries]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, node]): Leftover[] => {
      const own = join(path, name);
      if (node.kind === "folder") {
        const { isFilled } = node;
        return [{ path: own, content: null, isFilled }, ...leftovers(node, own, forgetting)];
      }
      return [{ path: own, content: contentLeft(node, forgetting), isFilled: false }];
    });
}

function contentLeft({ content, flushed }: File, forgetting: Forgetting): Buffer {
  if (forgetting !== "zeros" || content.equals(flushed)) return flushed;
  // What was added to flushed bytes leaves them in place.
  const kept = content.subarray(0, flushed.length).equals(flushed) ? flushed : Buffer.alloc(0);
  return Buffer.concat([kept, Buffer.alloc(content.length - kept.length)]);
}

/**
 * Puts the leftovers into an empty folder. `filled` holds what a program made, for the folders that it
 * had filled; all is given to the owner of that.
 */
export function putLeftovers(folder: string, left: readonly Leftover[], filled?: string): void {
  for (const { path, content, isFilled } of left) {
    const to = join(folder, path);
    if (content !== null) {
      writeFileSync(to, content, { mode: 0o600 });
    } else if (isFilled && filled !== undefined) {
      execFileSync("cp", ["-a", filled, to]);
    } else {
      mkdirSync(to, { mode: 0o700 });
    }
    if (filled !== undefined && dirname(path) !== "." && existsSync(to)) {
      const { uid, gid } = statSync(filled);
      chownSync(to, uid, gid);
    }
  }
}

/** The same leftovers have the same name. */
export function nameOf(left: readonly Leftover[]): string {
  return left
    .map(({ path, content, isFilled }) => `${path}:${content?.toString("base64") ?? isFilled}`)
    .join("\n");
}

export function clearFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o711 });
}
