import type { MarketHours } from "@sanshi/rulebook";
import type { ProposalHandlers } from "./governance/approvals/handlers.ts";
import type { TradingHalts } from "./market/trading-halts/trading-halts.rules.ts";
import type { TradingCalendars } from "./trading/trading-calendars/trading-calendars.rules.ts";
import type { FxFeed } from "./market-feed/fx/fx-feed.ts";
import type { InstrumentRegistry } from "./market-feed/instrument-registry.ts";
import type { MarketFeed } from "./market-feed/market-feed.ts";
import type { QuoteBoard } from "./market-feed/quote-board.ts";
import type { MarketPin } from "./market-feed/seed/market-pin.ts";
import type { AuditLog } from "./platform/audit-log.ts";
import type { BackupWatch } from "./platform/backup/index.ts";
import type { BreachedPasswords } from "./platform/breached-passwords.ts";
import type { Clock } from "./platform/clock.ts";
import type { Jobs } from "./platform/jobs.ts";
import type { HttpServer } from "./platform/http/http-server.ts";
import type { OperatorHttp } from "./platform/http/operator-http.ts";
import type { Logger } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { OperatorSessions } from "./platform/operator-sessions.ts";
import type { ObjectStore } from "./platform/objects/object-store.ts";
import type { PushKey } from "./platform/push/push-key.ts";
import type { PushTransport } from "./platform/push/push-transport.ts";
import type { Sealer } from "./platform/sealing/sealer.ts";
import type { SigningKey } from "./platform/signing/signing-key.ts";
import type { Sessions } from "./platform/sessions.ts";
import type { Settings } from "./platform/settings.ts";
import type { Database } from "./platform/sql/database.ts";
import type { Listener } from "./platform/sql/listener.ts";
import type { CustomerEvents } from "./platform/customer-events.ts";
import type { Venue } from "./venues/venue.ts";

/** What every feature stands on. Made once, in application.ts, and handed down. */
export type Context = {
  settings: Settings;
  log: Logger;
  metrics: Metrics;
  clock: Clock;
  jobs: Jobs;
  database: Database;
  listener: Listener;
  sessions: Sessions;
  operatorSessions: OperatorSessions;
  http: HttpServer;
  operatorHttp: OperatorHttp;
  auditLog: AuditLog;
  breachedPasswords: BreachedPasswords;
  /** What is known of the backups, for whoever is on duty. */
  backups: BackupWatch;
  /** Seals what must not be read in the database or a backup. */
  sealer: Sealer;
  /** What the instance signs with, for everybody to check. */
  signingKey: SigningKey;
  /** The way to the browsers' push services, and what they know us by; without a key nothing is pushed. */
  push: { key: PushKey | null; transport: PushTransport };
  /** Where the bytes of documents are kept, encrypted. */
  objects: ObjectStore;
  feed: MarketFeed;
  /** What simulated prices follow from. */
  pin: MarketPin;
  fx: FxFeed;
  /** Where orders are filled. */
  venue: Venue;
  quotes: QuoteBoard;
  /** What the house adds to the feed and says of its instruments. */
  instruments: InstrumentRegistry;
  /** What an operator has halted. */
  halts: TradingHalts;
  hours: MarketHours;
  /** Which years operators have published or allowed; the rulebook has their days. */
  calendars: TradingCalendars;
  events: CustomerEvents;
  /** What becomes of each kind of proposals once it is approved. */
  proposals: ProposalHandlers<Context>;
};

/** A feature is started with the context; what it answers is stopped in reverse order. */
export type Feature = {
  name: string;
  start(context: Context): Promise<{ stop(): Promise<void> }> | Promise<void> | void;
};
