import { parentPort, workerData } from "node:worker_threads";
import { targetOf } from "./settings.ts";
import { verifyBackups } from "./verify-backups.ts";
import type { VerifyTask } from "./verify-apart.ts";

const { backup, store } = workerData as VerifyTask;
parentPort?.postMessage(await verifyBackups(targetOf(backup, store), { whole: false }));
