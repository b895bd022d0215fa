import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  backupOptionsOf,
  keepBackingUp,
  verifyApart,
  type BackupWatch,
} from "./platform/backup/index.ts";
import { createLog, type Logger } from "./platform/log.ts";
import {
  chooseDataFolder,
  lockDataFolder,
  probePort,
  StartError,
  startPostgres,
} from "./platform/postgres/index.ts";
import { readSettings, roles as allRoles, type Settings } from "./platform/settings.ts";
import {
  prepareDatabase,
  requireRestrictedRole,
  type DatabaseAddresses,
} from "./platform/sql/prepare-database.ts";
import { requireDatabase } from "./platform/sql/require-database.ts";
import { newcomerText } from "./newcomer-text.ts";

export interface Application {
  readonly context: { readonly backups: BackupWatch };
  listen(): Promise<{ address: string }>;
  /** Stops accepting, lets what is under way end, closes its connections to the database. */
  close(): Promise<void>;
  readonly newcomer: {
    readonly invitationCode: string;
    readonly operatorEmail: string | null;
    /** Null once the operator has it: it is printed a single time. */
    readonly operatorPassword: string | null;
  };
}

type CreateApplication = (options: {
  settings: Settings;
  connectionString: string;
  log: Logger;
  onProgress: (text: string) => void;
}) => Promise<Application>;

interface StartOptions {
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Loads the application's modules; begun while the database starts. */
  readonly loadApplication: () => Promise<CreateApplication>;
  /** Runs beside the database's start and must end before we listen: the web apps' build. */
  readonly prepare: (onProgress: (text: string) => void) => Promise<void>;
  readonly print: (text: string) => void;
  /** Ends a start that is under way at its next step. */
  readonly signal: AbortSignal;
}

export interface RunningSanshi {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts everything in order and answers how to stop it in the opposite order. A start that fails
 * half-way stops what it had started. Throws StartError for what the operator can mend.
 */
export async function startSanshi(options: StartOptions): Promise<RunningSanshi> {
  const onProgress = progressPrinter(options.print);
  const undo = undoList();
  try {
    const settings = settleDataFolder(
      readSettings(options.environment, options.projectFolder),
      onProgress,
    );
    requireOneProcess(settings);
    const log = createLog(settings.logLevel);
    let loading: Promise<CreateApplication> | null = null;
    const load = () => {
      loading ??= options.loadApplication();
      // Its failure is told where it is awaited.
      loading.catch(() => undefined);
      return loading;
    };
    const { addresses, markStopping } = await openDatabase(settings, log, onProgress, undo, load);
    const { connectionString } = addresses;
    options.signal.throwIfAborted();
    await requireDatabase(connectionString, onProgress);
    const preparing = options.prepare(onProgress);
    // Its failure is told where it is awaited, unless another one comes first.
    preparing.catch(() => undefined);
    await prepareDatabase(
      addresses,
      join(options.projectFolder, "database", "migrations"),
      onProgress,
    );
    await requireRestrictedRole(connectionString, settings.market.kind === "live", onProgress);
    options.signal.throwIfAborted();
    onProgress("Preparing the market and the accounts");
    // Before the application, so that it is stopped after it: what was committed last is backed up too.
    let backups: { stop(): Promise<void> } | null = null;
    undo.add("backup", () => backups?.stop());
    const createApplication = await load();
    const application = await createApplication({
      settings,
      connectionString,
      log,
      onProgress,
    });
    undo.add("application", () => application.close());
    backups = startBackups(settings, log, application.context.backups);
    undo.add("data folder's mark", markStopping);
    await preparing;
    options.signal.throwIfAborted();
    const { address } = await listen(application, settings);
    onProgress("Ready");
    const hasBackOffice = existsSync(
      join(options.projectFolder, "apps", "backoffice", "package.json"),
    );
    const bound = { ...settings, port: Number(new URL(address).port) };
    options.print(newcomerText({ settings: bound, newcomer: application.newcomer, hasBackOffice }));
    return { address, stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

function progressPrinter(print: (text: string) => void): (text: string) => void {
  const began = performance.now();
  return (text) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
    print(`${seconds} s  ${text}`);
  };
}

/** What was started, to be stopped last in, first out; one that fails to stop does not keep the others. */
function undoList() {
  const steps: { name: string; run: () => Promise<void> | void }[] = [];
  return {
    add(name: string, run: () => Promise<void> | void) {
      steps.push({ name, run });
    },
    async run() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step.run();
        } catch (error) {
          console.error(`The ${step.name} did not stop in order:`, error);
        }
      }
    },
  };
}

function settleDataFolder(settings: Settings, onProgress: (text: string) => void): Settings {
  if (settings.databaseUrl !== null) return settings;
  const { dataDir, moved } = chooseDataFolder({
    dataDir: settings.dataDir,
    isDefault: settings.dataDirIsDefault,
  });
  if (moved) {
    onProgress(
      `Keeping the data in ${dataDir}: PostgreSQL does not run as root, and its user cannot enter ${settings.dataDir}`,
    );
  }
  return { ...settings, dataDir };
}

/**
 * A setting that would be ignored is refused instead.
 *
 * @throws StartError where the settings ask for parts in processes of their own.
 */
export function requireOneProcess({ roles, natsUrl }: Pick<Settings, "roles" | "natsUrl">): void {
  if (roles.length === allRoles.length && natsUrl === null) return;
  throw new StartError(
    "One process runs all the parts so far: leave ROLES and NATS_URL out, and start several whole processes on one DATABASE_URL where one is not enough.",
  );
}

/** Looked at first, because the start would otherwise fail only after its longest steps. */
async function requireFreePort(settings: Settings): Promise<void> {
  if (!settings.roles.includes("api")) return;
  const answer = await probePort(settings.host, settings.port);
  if (answer !== "free") throw portError(settings, answer);
}

function portError({ host, port }: Settings, answer: "busy" | "refused"): StartError {
  return new StartError(
    answer === "busy"
      ? `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1} npm start.`
      : `Nothing may listen on ${host}:${port} here: choose another address with HOST, or a port above 1023 with PORT.`,
  );
}

interface Database {
  readonly addresses: DatabaseAddresses;
  /** Tells a start that comes while we stop that it is worth waiting. */
  readonly markStopping: () => void;
}

async function openDatabase(
  settings: Settings,
  log: Logger,
  onProgress: (text: string) => void,
  undo: ReturnType<typeof undoList>,
  whileStarting: () => void,
): Promise<Database> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = settings;
  if (databaseUrl !== null) {
    await requireFreePort(settings);
    onProgress("Using the PostgreSQL of DATABASE_URL");
    const ownerConnectionString = databaseOwnerUrl ?? databaseUrl;
    return {
      addresses: { connectionString: databaseUrl, ownerConnectionString },
      markStopping: () => undefined,
    };
  }
  const lock = await lockDataFolder(dataDir, onProgress);
  undo.add("data folder's lock", () => lock.release());
  await requireFreePort(settings);
  const postgres = await startPostgres({ dataDir, log, onProgress, whileStarting });
  undo.add("database", () => postgres.stop());
  return { addresses: postgres, markStopping: () => lock.markStopping() };
}

/** Of our own PostgreSQL alone: another one is backed up by whoever runs it. */
function startBackups(
  settings: Settings,
  log: Logger,
  watch: BackupWatch,
): { stop(): Promise<void> } | null {
  const { backup, databaseUrl } = settings;
  if (backup === null || databaseUrl !== null) return null;
  const options = backupOptionsOf(settings, backup);
  const task = { backup, store: settings.documentStore };
  const readTarget = (signal: AbortSignal) => verifyApart(task, signal);
  return keepBackingUp({ ...options, everyHours: backup.everyHours, log, watch, readTarget });
}

async function listen(application: Application, settings: Settings): Promise<{ address: string }> {
  try {
    return await application.listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw portError(settings, "busy");
    if (code === "EACCES" || code === "EADDRNOTAVAIL") throw portError(settings, "refused");
    throw error;
  }
}
