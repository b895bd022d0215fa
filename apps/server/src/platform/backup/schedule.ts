import { dayMs, hourMs, minuteMs } from "@sanshi/contract";
import type { Logger } from "../log.ts";
import { addGauge, type Metrics } from "../metrics.ts";
import {
  backUp,
  backUpLog,
  BackupRunning,
  LogNotKept,
  newestBackupAt,
  type BackupOptions,
} from "./backups.ts";
import { lastMomentBefore, momentText } from "./log-chain.ts";
import type { BackupSettings } from "./settings.ts";
import type { Verification } from "./verify-backups.ts";

/** A machine that is lost takes at most so much with it. */
const logEverySeconds = 60;
/** Between two base backups that fail, growing twofold from a minute. */
const waitMsMax = hourMs;
/** Of a target that is damaged throughout. */
const holesMax = 20;

/** What is known of the backups of a running instance; times in ms, null before the first. */
export type BackupWatch = {
  /** `own`: the PostgreSQL of DATABASE_URL is backed up by its own means. */
  readonly kind: "none" | "folder" | "s3" | "own";
  backedUpAt: number | null;
  logAt: number | null;
  /** The newest moment to which one can go back, as far as the target was read. */
  restorableTo: number | null;
  /** Why the last turn failed, or why the newest backup is not whole. */
  trouble: string | null;
  /** What the last reading of the target found missing or damaged, also of older backups. */
  holes: readonly string[];
};

export function createBackupWatch({
  backup,
  databaseUrl,
}: {
  backup: BackupSettings | null;
  databaseUrl: string | null;
}): BackupWatch {
  const kind = databaseUrl === null ? (backup?.to.kind ?? "none") : "own";
  return { kind, backedUpAt: null, logAt: null, restorableTo: null, trouble: null, holes: [] };
}

/**
 * Backs up by itself: the log every minute, and everything at the start where the newest backup is older than
 * `everyHours`, then as often, and at once where the log was not kept or what was shipped is not whole. The target
 * is read as a restore would read it after each backup and once a day. What fails is an error in the log and shown
 * by the metrics; a backup that fails is made again after a minute, two, four, up to an hour. `stop` ends a
 * reading and ships what was committed last.
 */
export function keepBackingUp(
  options: BackupOptions & {
    everyHours: number;
    log: Logger;
    watch: BackupWatch;
    /** Reads the target as a restore would. */
    readTarget: (signal: AbortSignal) => Promise<Verification>;
  },
): { stop(): Promise<void> } {
  const { log, everyHours, target, watch } = options;
  const stopping = new AbortController();
  let verifiedAt: number | null = null;
  let isWhole = true;
  /** Listing a target's base backups every minute would cost more than the shipping. */
  let isNewestKnown = false;
  let failures = 0;
  let nextAt = 0;
  let running: Promise<void> | null = null;

  async function turn(): Promise<void> {
    try {
      if (!isNewestKnown) watch.backedUpAt = await newestBackupAt(target);
      isNewestKnown = true;
      const isOld =
        watch.backedUpAt === null || Date.now() - watch.backedUpAt >= everyHours * hourMs;
      let reachedAt = (isOld ? await everything() : null) ?? (await logOrEverything());
      watch.logAt = Date.now();
      if (verifiedAt === null || Date.now() - verifiedAt >= dayMs) await verify();
      // From what has a hole nothing later can be restored.
      if (!isWhole) reachedAt = (await everything()) ?? reachedAt;
      if (isWhole) {
        watch.restorableTo = lastMomentBefore(reachedAt);
        watch.trouble = null;
      }
    } catch (error) {
      // Somebody's own backup ships the log as well.
      if (!(error instanceof BackupRunning) && !stopping.signal.aborted) {
        log.error({ err: error, target: target.name }, "a backup failed");
        watch.trouble = error instanceof Error ? error.message : String(error);
        // It may have been made all the same, or be gone.
        isNewestKnown = false;
      }
    }
    running = null;
  }

  async function logOrEverything(): Promise<number> {
    try {
      return (await backUpLog(options)).reachedAt;
    } catch (error) {
      if (!(error instanceof LogNotKept)) throw error;
      const reachedAt = await everything();
      if (reachedAt === null) throw error;
      return reachedAt;
    }
  }

  /** Null where the last one failed a short while ago: the log goes on being shipped. */
  async function everything(): Promise<number | null> {
    if (Date.now() < nextAt) return null;
    nextAt = Date.now() + Math.min(waitMsMax, minuteMs * 2 ** failures);
    failures += 1;
    const report = await backUp(options);
    watch.backedUpAt = Date.parse(report.ended_at);
    log.info({ backup: report.id, target: target.name }, "a backup is complete");
    await verify();
    if (isWhole) {
      failures = 0;
      nextAt = 0;
    }
    return report.reachedAt;
  }

  async function verify(): Promise<void> {
    const { problems, spans, isNewestWhole } = await options.readTarget(stopping.signal);
    verifiedAt = Date.now();
    isWhole = isNewestWhole;
    watch.restorableTo = spans.at(-1)?.to ?? null;
    const restorableTo = watch.restorableTo === null ? null : momentText(watch.restorableTo);
    watch.holes = problems.slice(0, holesMax);
    const [first] = problems;
    if (first === undefined) {
      log.info({ target: target.name, restorableTo }, "the backups are whole");
      return;
    }
    if (!isWhole) watch.trouble = first;
    log.error({ target: target.name, holes: watch.holes, restorableTo }, "the backups have a hole");
  }

  const begin = () => (running ??= turn());
  void begin();
  const timer = setInterval(() => void begin(), logEverySeconds * 1_000);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
      try {
        await backUpLog(options);
      } catch (error) {
        log.error({ err: error, target: target.name }, "the last of the log was not backed up");
      }
    },
  };
}

export function addBackupMetrics(metrics: Metrics, watch: BackupWatch): void {
  const secondsSince = (at: number | null) =>
    at === null ? [] : [[{}, (Date.now() - at) / 1_000] as const];
  const target = {
    name: "backup_target",
    help: "1 for where backups go; none: nothing is backed up; own: DATABASE_URL has its own means.",
    labels: ["kind"],
  };
  addGauge(metrics, target, () => [[{ kind: watch.kind }, 1]]);
  addGauge(metrics, { name: "backup_seconds_ago", help: "Since the newest base backup." }, () =>
    secondsSince(watch.backedUpAt),
  );
  addGauge(
    metrics,
    { name: "backup_log_seconds_ago", help: "Since everything committed was last backed up." },
    () => secondsSince(watch.logAt),
  );
  const restorable = {
    name: "backup_restorable_seconds_ago",
    help: "Since the newest moment to which one can go back, as far as the backups were read.",
  };
  addGauge(metrics, restorable, () => secondsSince(watch.restorableTo));
  const failing = {
    name: "backup_failing",
    help: "Whether the last backup failed, or the newest is not whole.",
  };
  addGauge(metrics, failing, () => [[{}, watch.trouble === null ? 0 : 1]]);
  addGauge(
    metrics,
    { name: "backup_holes", help: "What is missing or damaged in the backups, at most 20." },
    () => [[{}, watch.holes.length]],
  );
}
