/**
 * Preloaded into a process (`node --import`), writes down in order whatever that process does to the files
 * below DISK_ROOT, and when it ends puts the record into DISK_RECORD; `forgetful-disk.ts` then says what
 * a power cut would have left of it. It stands below node:fs, so no way of writing passes it unseen: what
 * it does not know makes the process fail.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, resolve } from "node:path";
import type { DiskEvent } from "./forgetful-disk.ts";

const root = process.env["DISK_ROOT"] ?? "";
const events: DiskEvent[] = [];
const original = { ...fs };
const originalPromises = { ...fs.promises };

/** Says in the record that from here on something counts on all that was written before. */
export function acknowledge(what: string): void {
  events.push({ does: "acknowledge", what });
}

const isBelow = (path: unknown): path is string =>
  typeof path === "string" && (resolve(path) === root || resolve(path).startsWith(`${root}/`));

/** Open files by number: those of our process that lie below the root. */
const open = new Map<number, string>();

function opened(path: string, flags: unknown, fd: number, wasThere: boolean): void {
  open.set(fd, resolve(path));
  if (flags === "r") return;
  const isEmptied = String(flags).startsWith("w");
  if (!wasThere) events.push({ does: "create", path: resolve(path) });
  else if (isEmptied) written(path);
}

/** The whole content is kept: the files are small. */
function written(path: string): void {
  const content = original.readFileSync(path).toString("base64");
  events.push({ does: "write", path: resolve(path), content });
}

function flushed(path: string): void {
  events.push({ does: "flush", path });
}

function made(folder: string, work: () => unknown): unknown {
  const missing: string[] = [];
  for (let one = resolve(folder); !original.existsSync(one); one = dirname(one))
    missing.unshift(one);
  const answer = work();
  for (const path of missing.filter(isBelow)) events.push({ does: "make_folder", path });
  return answer;
}

function patchSynchronous(): void {
  Object.assign(fs, {
    openSync(path: string, flags: string = "r", mode?: number) {
      const wasThere = original.existsSync(path);
      const fd = original.openSync(path, flags, mode);
      if (isBelow(path)) opened(path, flags, fd, wasThere);
      return fd;
    },
    closeSync(fd: number) {
      open.delete(fd);
      original.closeSync(fd);
    },
    writeSync(...parameters: Parameters<typeof fs.writeSync>) {
      const answer = original.writeSync(...parameters);
      const path = open.get(parameters[0]);
      if (path !== undefined) written(path);
      return answer;
    },
    fsyncSync(fd: number) {
      original.fsyncSync(fd);
      const path = open.get(fd);
      if (path !== undefined) flushed(path);
    },
    writeFileSync: wholeFile(original.writeFileSync as WholeFile),
    appendFileSync: wholeFile(original.appendFileSync as WholeFile),
    mkdirSync: (path: string, options?: object) =>
      made(path, () => original.mkdirSync(path, options)),
    renameSync(from: string, to: string) {
      original.renameSync(from, to);
      renamed(from, to);
    },
    linkSync(from: string, to: string) {
      original.linkSync(from, to);
      linked(from, to);
    },
    rmSync(path: string, options?: object) {
      original.rmSync(path, options);
      removed(path);
    },
  });
}

type WholeFile = (path: string, ...more: unknown[]) => void;

function wholeFile(work: WholeFile): WholeFile {
  return (path, ...more) => {
    const wasThere = original.existsSync(path);
    work(path, ...more);
    if (!isBelow(path)) return;
    if (!wasThere) events.push({ does: "create", path: resolve(path) });
    written(path);
  };
}

function renamed(from: string, to: string): void {
  if (isBelow(to)) events.push({ does: "rename", from: resolve(from), to: resolve(to) });
}

function linked(from: string, to: string): void {
  if (isBelow(to)) events.push({ does: "link", from: resolve(from), to: resolve(to) });
}

function removed(path: string): void {
  if (isBelow(path)) events.push({ does: "remove", path: resolve(path) });
}

function patchPromises(): void {
  Object.assign(fs.promises, {
    async open(path: string, flags: string = "r", mode?: number) {
      const wasThere = original.existsSync(path);
      const file = await originalPromises.open(path, flags, mode);
      if (!isBelow(path)) return file;
      opened(path, flags, file.fd, wasThere);
      const own = { writeFile: file.writeFile, write: file.write, sync: file.sync };
      file.writeFile = async (...parameters) => {
        await own.writeFile.apply(file, parameters);
        written(path);
      };
      file.write = (async (...parameters: Parameters<typeof own.write>) => {
        const answer = await own.write.apply(file, parameters);
        written(path);
        return answer;
      }) as typeof file.write;
      file.sync = async () => {
        await own.sync.apply(file);
        flushed(resolve(path));
      };
      return file;
    },
    async writeFile(path: string, ...more: unknown[]) {
      const wasThere = original.existsSync(path);
      await (originalPromises.writeFile as (...all: unknown[]) => Promise<void>)(path, ...more);
      if (!isBelow(path)) return;
      if (!wasThere) events.push({ does: "create", path: resolve(path) });
      written(path);
    },
    mkdir: async (path: string, options?: object) =>
      made(path, () => original.mkdirSync(path, options)),
    async rename(from: string, to: string) {
      await originalPromises.rename(from, to);
      renamed(from, to);
    },
    async link(from: string, to: string) {
      await originalPromises.link(from, to);
      linked(from, to);
    },
    async rm(path: string, options?: object) {
      await originalPromises.rm(path, options);
      removed(path);
    },
  });
}

/** Ways of writing that nothing of ours uses: whoever begins to teaches the recorder first. */
function refuseTheRest(): void {
  const unknown = [
    ...["copyFile", "cp", "truncate", "ftruncate", "symlink", "writev"],
    ...["fdatasync", "mkdtemp"],
  ];
  const refuse = (name: string) => () => {
    throw new Error(`the disk recorder does not know ${name}`);
  };
  for (const name of unknown) {
    Object.assign(fs, { [name]: refuse(name), [`${name}Sync`]: refuse(`${name}Sync`) });
    if (name in fs.promises) Object.assign(fs.promises, { [name]: refuse(name) });
  }
  for (const name of [
    "open",
    "write",
    "writeFile",
    "appendFile",
    "rename",
    "link",
    "rm",
    "mkdir",
  ]) {
    Object.assign(fs, { [name]: refuse(name) });
  }
  Object.assign(fs, { createWriteStream: refuse("createWriteStream") });
  Object.assign(fs.promises, { appendFile: refuse("appendFile") });
}

/**
 * PostgreSQL takes care of its own files: what initdb made is flushed by the time it ends, and is copied
 * to DISK_FILLED. The record ends where PostgreSQL itself would begin.
 */
function patchPrograms(): void {
  const { execFileSync, spawn } = childProcess;
  childProcess.spawn = ((program: string, parameters: string[], options: object) => {
    if (parameters[0] === "-D") process.exit(0);
    const child = spawn(program, parameters, options);
    const folder = parameters[parameters.indexOf("--pgdata") + 1] ?? "";
    child.once("exit", () => {
      execFileSync("cp", ["-a", folder, process.env["DISK_FILLED"] ?? ""]);
      events.push({ does: "filled_and_flushed", path: folder });
    });
    return child;
  }) as typeof spawn;
}

patchSynchronous();
patchPromises();
refuseTheRest();
patchPrograms();
syncBuiltinESMExports();
process.once("exit", () => {
  original.writeFileSync(process.env["DISK_RECORD"] ?? "", JSON.stringify(events));
});
