import { minuteMs } from "@sanshi/contract";
import { join } from "node:path";
import type { Context } from "./context.ts";
import { features, proposalHandlers } from "./features.ts";
import { ensureInvitationCode } from "./people/invitations/invitations.ts";
import { alertChannel } from "./market/alerts/alerts.ts";
import { commissionChannel } from "./trading/fees/fees.ts";
import {
  calendarChannel,
  startTradingCalendars,
} from "./trading/trading-calendars/trading-calendars.ts";
import { stockOfferChannel } from "./market/stock-offers/stock-offers.ts";
import { startTradingHalts, tradingHaltChannel } from "./market/trading-halts/trading-halts.ts";
import { keepAuditHead } from "./governance/audit/audit.ts";
import { ensureFirstOperator } from "./office/operators/operators.ts";
import { noteSimulatedGrant } from "./people/accounts/accounts.ts";
import { createFeed } from "./market-feed/create-feed.ts";
import { createFxFeed } from "./market-feed/fx/create-fx-feed.ts";
import type { FxFeed } from "./market-feed/fx/fx-feed.ts";
import { instrumentsChannel, startInstrumentRegistry } from "./market-feed/instrument-registry.ts";
import type { MarketFeed } from "./market-feed/market-feed.ts";
import { createQuoteBoard } from "./market-feed/quote-board.ts";
import { createRenamedFeed } from "./market-feed/renamed-feed.ts";
import { withStockEnds } from "./market-feed/stock-ends.ts";
import { keptDaysIn, type KeptDays } from "./market-feed/simulated/kept-days.ts";
import { pinOnce } from "./market-feed/seed/market-pin.ts";
import { noBreachedPasswords, openBreachedPasswords } from "./platform/breached-passwords.ts";
import { clockChannel, createClock, type Clock } from "./platform/clock.ts";
import { createCustomerEvents, customerEventChannel } from "./platform/customer-events.ts";
import { compressAnswers } from "./platform/http/compression.ts";
import { serveDocs } from "./platform/http/docs.ts";
import { createJobs, type Ask, type Jobs } from "./platform/jobs.ts";
import { createHttpServer, type HttpServer } from "./platform/http/http-server.ts";
import { createAuditLog } from "./platform/audit-log.ts";
import { createOperatorHttp } from "./platform/http/operator-http.ts";
import { serveWebApp } from "./platform/http/static-files.ts";
import { createFolderStore } from "./platform/objects/folder-store.ts";
import { createS3Store } from "./platform/objects/s3-store.ts";
import { loadPushKey } from "./platform/push/push-key.ts";
import { createPushTransport, type PushTransport } from "./platform/push/push-transport.ts";
import {
  keyFilePath,
  keyRingOf,
  keyRingOfFile,
  type KeyRing,
} from "./platform/sealing/key-ring.ts";
import { createSealer, requireKeyFile } from "./platform/sealing/sealer.ts";
import { loadSigningKey, rememberKey, type SigningKey } from "./platform/signing/signing-key.ts";
import type { Logger } from "./platform/log.ts";
import { keepGivingMemoryBack } from "./platform/memory-at-rest.ts";
import { createBackupWatch } from "./platform/backup/index.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createOperatorSessions } from "./platform/operator-sessions.ts";
import { keepForgetting } from "./platform/retention.ts";
import { createSessions, sessionChannels } from "./platform/sessions.ts";
import type { Settings } from "./platform/settings.ts";
import { createVenue } from "./venues/create-venue.ts";
import type { Venue } from "./venues/venue.ts";
import { claimInstance } from "./instance-claim.ts";
import { createBatchConnections, type BatchConnections } from "./platform/sql/batch-connections.ts";
import { createDatabase, type Database } from "./platform/sql/database.ts";
import { createListener } from "./platform/sql/listener.ts";
import { askTogether } from "./platform/sql/questions.ts";
import { keepForgettingAttempts } from "./platform/rate-limits.ts";

export type ApplicationOptions = {
  settings: Settings;
  connectionString: string;
  log: Logger;
  onProgress: (text: string) => void;
  /** Tests bring a feed whose quotes they deliver themselves. */
  createFeed?: (clock: Clock) => MarketFeed;
  /** And the venue and the exchange rates that are of that feed's kind. */
  venue?: Venue;
  fx?: FxFeed;
  /** Tests have a push service of their own. */
  pushTransport?: PushTransport;
  /** Tests say themselves when the jobs have their turn. */
  jobsByThemselves?: boolean;
  /** Holds every answer against the contract. */
  checkAnswers?: boolean;
  /** For so long a call waits for a connection to the database before it is shed. */
  connectionWaitMsMax?: number;
  /** How many calls of one customer are worked on at once, for each kind of call. */
  customerCallsAtOnce?: number;
};

export type Application = {
  context: Context;
  listen(): Promise<{ address: string }>;
  close(): Promise<void>;
  newcomer: {
    invitationCode: string;
    operatorEmail: string | null;
    operatorPassword: string | null;
  };
};

/** What one process tells the others of. */
const channels = [
  clockChannel,
  customerEventChannel,
  alertChannel,
  instrumentsChannel,
  stockOfferChannel,
  commissionChannel,
  calendarChannel,
  tradingHaltChannel,
  ...sessionChannels,
];

/** Builds the whole server over a migrated database; nothing listens before `listen`. */
export async function createApplication(options: ApplicationOptions): Promise<Application> {
  const { settings, connectionString, log, connectionWaitMsMax, onProgress } = options;
  const database = createDatabase(connectionString, { connectionWaitMsMax });
  const ring = await keysOf(settings, database);
  const listener = await createListener(connectionString, channels, log);
  const asking = createBatchConnections(connectionString, 1);
  const jobs = createJobsOf(options, database, asking);
  const clock = await createClock({ database, listener, jobs, log });
  const sessions = createSessions(database, listener, clock);
  const operatorSessions = createOperatorSessions(database);
  const http = createHttpServer({
    sessions,
    log,
    checkAnswers: options.checkAnswers ?? false,
    trustedProxies: settings.trustedProxies,
    customerCallsPerSecond: settings.customerCallsPerSecond,
    customerCallsAtOnce: options.customerCallsAtOnce,
  });
  const auditLog = createAuditLog(database);
  explainHours(options);

  // Before the market's history, which follows from its trading days.
  const calendars = await startTradingCalendars({ database, listener, log });
  onProgress("Working out the market's history");
  const venue = options.venue ?? createVenue(settings);
  // A feed that cannot be made pins nothing: whoever mistyped MARKET may choose another.
  const pinned = pinOnce({ database, ring, auditLog, settings, clock });
  const kept = keptDaysOf(settings, ring);
  const made =
    options.createFeed?.(clock) ?? (await createFeed(settings, clock, pinned, onProgress, kept));
  const { feed, hours } = withChanges(made, settings);
  const fx = options.fx ?? createFxFeed(settings, (await pinned()).chance);
  await claimInstance(database, { feed, venue, rates: fx });
  const operatorHttp = await createOperatorHttp(http.fastify, {
    sessions: operatorSessions,
    auditLog,
    log,
    simulated: feed.kind === "simulated",
    clock,
    checkAnswers: options.checkAnswers ?? false,
  });
  const quotes = createQuoteBoard(feed, clock);
  // A simulated price and a replayed one are of the clock's own moments.
  if (feed.kind === "live") clock.onStepped(quotes.forgetAges);
  const instruments = await startInstrumentRegistry({ database, listener, log, feed, quotes });
  const context: Context = {
    settings,
    log,
    metrics: createMetrics(),
    backups: createBackupWatch(settings),
    clock,
    jobs,
    database,
    listener,
    sessions,
    operatorSessions,
    http,
    operatorHttp,
    auditLog,
    breachedPasswords: await breachedPasswordsOf(settings),
    signingKey: await openSigningKey({ settings, database, log }, feed.kind),
    push: {
      key: await loadPushKey({ ...settings, kind: feed.kind }, (text) => log.warn(text)),
      transport: options.pushTransport ?? createPushTransport({ hosts: settings.pushServices }),
    },
    sealer: await createSealer(database, ring),
    objects: objectsOf(settings),
    feed,
    pin: await pinned(),
    fx,
    venue,
    quotes,
    instruments,
    halts: await startTradingHalts({ database, listener, jobs, log, clock }),
    calendars,
    hours,
    proposals: proposalHandlers,
    events: createCustomerEvents({ database, listener, jobs, log }),
  };
  const invitationCode = await ensureInvitationCode(context, settings.invitationCode);
  // Before the first entry, which is who the first operator is.
  await keepAuditHead(context);
  const operator = await ensureFirstOperator(context, {
    email: settings.operatorEmail,
    password: settings.operatorPassword,
  });
  await noteSimulatedGrant(context);

  const stops: (() => Promise<void>)[] = [];
  for (const feature of features) {
    const started = await feature.start(context);
    if (started) stops.unshift(() => started.stop());
  }
  compressAnswers(http.fastify);
  serveDocs(http.fastify);
  serveWebApps(http.fastify);
  quotes.start();
  const keeping = keepHouse(context, made);

  return {
    context,
    listen: async () => ({
      address: await http.listen({ port: settings.port, host: settings.host }),
    }),
    async close() {
      await http.fastify.close();
      for (const stop of stops) await stop();
      quotes.stop();
      for (const job of keeping) await job.stop();
      await context.events.stop();
      await clock.stop();
      await listener.close();
      await context.halts.stop();
      await asking.end();
      await database.close();
    },
    newcomer: {
      invitationCode,
      operatorEmail: operator?.email ?? null,
      operatorPassword: operator?.password ?? null,
    },
  };
}

function createJobsOf(
  { log, jobsByThemselves: byThemselves = true }: ApplicationOptions,
  { reader }: Database,
  asking: BatchConnections,
): Jobs {
  const ask: Ask = (questions) => askTogether(asking, reader, questions);
  return createJobs(log, { byThemselves, ask });
}

/** In the data folder of one that is our own: of a database that others serve too there is none. */
function keptDaysOf({ databaseUrl, dataDir }: Settings, ring: KeyRing): KeptDays | undefined {
  if (databaseUrl !== null) return undefined;
  return keptDaysIn(dataDir, () => ring.current().key);
}

function serveWebApps(server: HttpServer["fastify"]): void {
  const built = join(projectFolder, ".cache", "web");
  serveWebApp(server, { folder: join(built, "trader"), base: "/" });
  serveWebApp(server, { folder: join(built, "backoffice"), base: "/backoffice/" });
}

function keepHouse({ database: { reader }, clock, jobs, log }: Context, feed: MarketFeed) {
  return [
    keepForgettingAttempts(reader, jobs),
    keepForgetting(reader, clock, jobs),
    keepDays(feed, jobs, log),
    keepGivingMemoryBack(jobs),
  ];
}

/** Each minute, and when it stops. */
function keepDays(feed: MarketFeed, jobs: Jobs, log: Logger) {
  const failure = "the days of the simulated market were not kept";
  const keeping = jobs.repeat({ everyMs: minuteMs, failure }, () => feed.keepDays?.());
  return {
    async stop() {
      await keeping.stop();
      await feed.keepDays?.().catch((err: unknown) => log.warn({ err }, failure));
    },
  };
}

function explainHours({ settings, onProgress }: ApplicationOptions): void {
  if (settings.marketRules !== "practice" || settings.marketHours !== "exchange") return;
  onProgress(
    "MARKET_HOURS=exchange keeps the exchanges' hours alone; MARKET_RULES=exchange keeps their hours, lots and other rules",
  );
}

/** The feed as the rest of the app knows it, whose stocks are renamed and end, and its hours. */
function withChanges(feed: MarketFeed, { marketHours }: Pick<Settings, "marketHours">) {
  const hours = feed.hours?.(marketHours) ?? marketHours;
  return { feed: withStockEnds(createRenamedFeed(feed), hours), hours };
}

async function openSigningKey(
  { settings, database, log }: Pick<Context, "settings" | "database" | "log">,
  kind: MarketFeed["kind"],
): Promise<SigningKey> {
  const key = await loadSigningKey({ ...settings, kind }, (text) => log.warn(text));
  const isFurther = await rememberKey(database.reader, key);
  if (isFurther) {
    log.warn(
      { key: key.id },
      "this instance signs with a new key from now on; what was signed before holds with the keys that it has published",
    );
  }
  return key;
}

function objectsOf({ documentStore, dataDir }: Settings): Context["objects"] {
  return documentStore === null
    ? createFolderStore(join(dataDir, "documents"))
    : createS3Store(documentStore);
}

async function keysOf(
  { documentKeys, dataDir }: Settings,
  database: Context["database"],
): Promise<KeyRing> {
  if (documentKeys !== null) return keyRingOf(documentKeys);
  const path = keyFilePath(dataDir);
  try {
    await requireKeyFile(database, path);
  } catch (error) {
    await database.close();
    throw error;
  }
  return keyRingOfFile(path);
}

/** The folder that holds the built web apps and the migrations. */
export const projectFolder = join(import.meta.dirname, "..", "..", "..");

function breachedPasswordsOf({ breachedPasswords: file }: Settings) {
  return file === null ? noBreachedPasswords : openBreachedPasswords(file);
}
