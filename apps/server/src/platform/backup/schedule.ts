import { hourMs } from "@sanshi/contract";
import type { Logger } from "../log.ts";
import { addGauge, type Metrics } from "../metrics.ts";
import {
  backUp,
  backUpLog,
  BackupRunning,
  LogGap,
  newestBackupAt,
  type BackupOptions,
} from "./backups.ts";

/** A machine that is lost takes at most so much with it. */
const logEverySeconds = 60;

/**
 * Backs up by itself: the log every minute, and everything at the start where the newest backup is older than
 * `everyHours`, then as often. What fails is an error in the log, shown by the metrics, and tried again with
 * the next minute. `stop` waits for what is under way.
 */
export function keepBackingUp(
  options: BackupOptions & { everyHours: number; log: Logger; metrics: Metrics },
): { stop(): Promise<void> } {
  const { log, metrics, everyHours, target } = options;
  let backedUpAt: number | null = null;
  let logAt: number | null = null;
  let isBroken = false;
  let hasGap = false;
  let running: Promise<void> | null = null;

  async function turn(): Promise<void> {
    try {
      backedUpAt ??= await newestBackupAt(target);
      const isDue = backedUpAt === null || Date.now() - backedUpAt >= everyHours * hourMs;
      if (isDue || hasGap) {
        const report = await backUp(options);
        backedUpAt = Date.parse(report.ended_at);
        hasGap = false;
        log.info({ backup: report.id, target: target.name }, "a backup is complete");
      } else await backUpLog(options);
      logAt = Date.now();
      isBroken = false;
    } catch (error) {
      // Somebody's own backup ships the log as well.
      if (!(error instanceof BackupRunning)) {
        log.error({ err: error, target: target.name }, "a backup failed");
        isBroken = true;
        hasGap ||= error instanceof LogGap;
      }
    }
    running = null;
  }

  addBackupMetrics(metrics, () => ({ backedUpAt, logAt, isBroken }));

  const begin = () => (running ??= turn());
  void begin();
  const timer = setInterval(() => void begin(), logEverySeconds * 1_000);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

type BackupState = { backedUpAt: number | null; logAt: number | null; isBroken: boolean };

export function addBackupMetrics(metrics: Metrics, state: () => BackupState): void {
  const secondsSince = (at: number | null) =>
    at === null ? [] : [[{}, (Date.now() - at) / 1_000] as const];
  addGauge(metrics, { name: "backup_seconds_ago", help: "Since the newest base backup." }, () =>
    secondsSince(state().backedUpAt),
  );
  addGauge(
    metrics,
    { name: "backup_log_seconds_ago", help: "Since everything committed was last backed up." },
    () => secondsSince(state().logAt),
  );
  addGauge(metrics, { name: "backup_failing", help: "Whether the last backup failed." }, () => [
    [{}, state().isBroken ? 1 : 0],
  ]);
}
