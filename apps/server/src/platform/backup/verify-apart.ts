import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { S3Settings } from "../objects/s3-request.ts";
import type { BackupSettings } from "./settings.ts";
import type { Verification } from "./verify-backups.ts";

export type VerifyTask = { backup: BackupSettings; store: S3Settings | null };

/**
 * Reads a target in a thread of its own: hashing two weeks of log takes half of a processor for half an hour, which
 * the calls would wait for. Rejects where the thread fails, or `signal` ends it.
 */
export async function verifyApart(task: VerifyTask, signal: AbortSignal): Promise<Verification> {
  const worker = new Worker(new URL("./verify.worker.ts", import.meta.url), { workerData: task });
  try {
    const [verification] = (await once(worker, "message", { signal })) as [Verification];
    return verification;
  } finally {
    await worker.terminate();
  }
}
