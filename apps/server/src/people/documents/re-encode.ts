import { spawn } from "node:child_process";
import { join } from "node:path";
import { photoPixelsMax } from "@sanshi/contract";
import { checkPhoto } from "./photos.rules.ts";

const worker = join(import.meta.dirname, "re-encode.worker.mjs");
const secondsMax = 20;
const atOnceMax = 2;

export type Picture = { bytes: Buffer; width: number; height: number };

/**
 * Decodes a photo and writes it anew as JPEG, upright and without anything but its pixels: no metadata,
 * no place where it was taken, nothing hidden behind it. In a process of its own, which has none of our
 * secrets and gives its memory back. Null where it cannot be decoded.
 */
export async function reencode(bytes: Buffer): Promise<Picture | null> {
  const made = await inTurn(() => runWorker(bytes));
  // Held against the same rules as an upload: what is kept is a photo, whatever went on over there.
  const checked = made === null ? null : checkPhoto(made, "");
  if (made === null || checked?.ok !== true || checked.header.type !== "image/jpeg") return null;
  return { bytes: made, width: checked.header.width, height: checked.header.height };
}

/** @throws where no process can be started: that is a fault of ours, not of the photo. */
function runWorker(bytes: Buffer): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const child = spawn(process.execPath, ["--no-warnings", worker, String(photoPixelsMax)], {
    stdio: ["pipe", "pipe", "ignore"],
    // Nothing of ours. glibc keeps what it got per thread; one photo needs one thread's.
    env: { MALLOC_ARENA_MAX: "1" },
    timeout: secondsMax * 1_000,
    killSignal: "SIGKILL",
  });
  const made: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => void made.push(part));
  child.once("error", reject);
  child.once("close", (code) => resolve(code === 0 ? Buffer.concat(made) : null));
  // It may have given up before it read everything.
  child.stdin.on("error", () => undefined);
  child.stdin.end(bytes);
  return promise;
}

let running = 0;
const waiting: (() => void)[] = [];

/** More at once would take memory and processor from the trading. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
