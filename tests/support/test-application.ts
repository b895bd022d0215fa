import { generateKeyPairSync, randomInt, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, CallInput, CallOutput, CallPath, Calls, RefusalCode } from "@sanshi/contract";
import {
  createApplication,
  projectFolder,
  type Application,
  type ApplicationOptions,
} from "../../apps/server/src/application.ts";
import type { MarketFeed } from "../../apps/server/src/market-feed/market-feed.ts";
import type { Clock } from "../../apps/server/src/platform/clock.ts";
import type { PushTransport } from "../../apps/server/src/platform/push/push-transport.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/sql/database.ts";
import { moveClock } from "../../apps/server/src/office/simulation/simulation.store.ts";
import { createSimulatedFx } from "../../apps/server/src/market-feed/fx/simulated-fx.ts";
import type { FxFeed } from "../../apps/server/src/market-feed/fx/fx-feed.ts";
import { openChance } from "../../apps/server/src/market-feed/simulated/chance.ts";
import type { ExecutionVenue } from "../../apps/server/src/venues/execution-venue.ts";
import type { Venue } from "../../apps/server/src/venues/venue.ts";
import { simulatedVenue } from "../../apps/server/src/venues/simulated-venue.ts";
import { findBookFaults } from "./book-faults.ts";
import { keepFaults } from "./logged-faults.ts";
import { keepMarketSeed } from "./market-seed.ts";
import { multipartOf, takesFiles } from "./multipart.ts";
import { quickFolder } from "./quick-folder.ts";
import { createScriptedFeed, type ScriptedFeed } from "./scripted-feed.ts";
import { jobsOfTests } from "./settling-polls.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export const testInvitationCode = "WELCOME1";
export const testOperator = { email: "operator@sanshi.example", password: "correct horse battery" };
export const testPassword = "a long pass phrase 7";
export const testDocumentKey = Buffer.alloc(32, "documents").toString("base64");

/** What a live instance fills orders at and exchanges money at, beside its feed. */
const liveParts: { venue: ExecutionVenue; fx: FxFeed } = {
  venue: { name: "scripted", kind: "live", match: simulatedVenue.match },
  fx: {
    name: "scripted",
    kind: "live",
    ratesAt: createSimulatedFx(openChance("live rates of tests")).ratesAt,
  },
};

/** A key as a live instance needs one. */
async function testSigningKey(folder: string): Promise<string> {
  const path = join(folder, "signing-key.pem");
  const { privateKey } = generateKeyPairSync("ed25519");
  await writeFile(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return path;
}

/** A form as a browser has it, whether or not the call takes it. */
export type FormFields = Readonly<Record<string, string | Blob>>;

export type SignedIn = { token: string; account: string };

export type TestApplication<Feed extends MarketFeed = ScriptedFeed> = Application & {
  feed: Feed;
  /** One call over HTTP, in process; answers the HTTP code and the envelope. */
  post<Path extends CallPath>(
    path: Path,
    input: CallInput<Calls[Path]> | FormFields,
    customer?: SignedIn,
  ): Promise<{ code: number; body: Answer<CallOutput<Calls[Path]>> }>;
  /** `data` of a call that must succeed. */
  accepted<Path extends CallPath>(
    path: Path,
    input: CallInput<Calls[Path]>,
    customer?: SignedIn,
  ): Promise<CallOutput<Calls[Path]>>;
  /** The code of a call that must be refused; `ok` where it was not. */
  refused<Path extends CallPath>(
    path: Path,
    input: CallInput<Calls[Path]> | FormFields,
    customer?: SignedIn,
  ): Promise<RefusalCode | "ok">;
  /** Prints what was logged where a call was answered with 500. */
  showFault(path: string, code: number): void;
  /** Who has switched selling short on. */
  newCustomer(): Promise<SignedIn>;
  /** As who has just registered: nothing is switched on. */
  newlyRegistered(): Promise<SignedIn>;
  /** Another process on the same database, as on an instance with several. It ends with this one at the latest. */
  startAnother(createFeed?: (clock: Clock) => MarketFeed): Promise<Application>;
  /** Has the jobs of every process do what is due, and waits for what quotes have begun. */
  settle(): Promise<void>;
  /** Moves the clock of every process, as operators do: sessions, locks and the like do not feel it. */
  advance(seconds: number): Promise<void>;
  /** Lets real time pass, for every process: the app's time goes with it. */
  advanceReal(seconds: number): Promise<void>;
  /** Sets the machine's clock forward or back, and nobody is told. */
  stepWall(seconds: number): Promise<void>;
  /** The database as the owner of its tables: for tests that tamper with what the server cannot touch. */
  owner: Database;
  /** Empty where the books are right. */
  ledgerFaults(): Promise<string[]>;
  /** Ends every process, as an outage does. Returns the database, on which another one can begin. */
  leave(): Promise<TestDatabase>;
  stop(): Promise<void>;
};

export type TestOptions = {
  feedKind?: "simulated" | "live";
  customerCallsAtOnce?: number;
  /** One that is there already, as a release before left it. */
  database?: TestDatabase;
  /** Where real time begins, for a test of dates that are written down: the tests' moment where it is left out. */
  begins?: Date;
  /** In the place of the simulated one, which matches within the batch. */
  venue?: Venue;
  pushTransport?: PushTransport;
  /** For tests that hold something against jobs which run beside it. */
  jobsByThemselves?: boolean;
};

/** The whole server on a database of its own, with a feed whose quotes the test delivers. */
export function startTestApplication(
  environment: Record<string, string> = {},
  options: TestOptions = {},
): Promise<TestApplication> {
  return startTestApplicationOn(
    (clock) => createScriptedFeed(clock, options.feedKind),
    environment,
    undefined,
    options,
  );
}

/** The whole server on a database of its own, with a feed that the test brings. */
export function startTestApplicationOn<Feed extends MarketFeed>(
  createFeed: (clock: Clock) => Feed,
  environment: Record<string, string> = {},
  /** The way to the database, where a test stands in it. */
  through: (connectionString: string) => Promise<string> = async (direct) => direct,
  options: TestOptions = {},
): Promise<TestApplication<Feed>> {
  return startOn(createFeed, environment, through, options);
}

/**
 * The whole server on a database of its own, with the market that the settings name: no test delivers a
 * quote to it.
 */
export async function startTestApplicationWithItsMarket(
  environment: Record<string, string> = {},
): Promise<TestApplication> {
  return (await startOn(null, environment)) as unknown as TestApplication;
}

async function testEnvironment(ownFolder: string): Promise<Record<string, string>> {
  return {
    INVITATION_CODE: testInvitationCode,
    OPERATOR_EMAIL: testOperator.email,
    OPERATOR_PASSWORD: testOperator.password,
    LOG_LEVEL: "fatal",
    DOCUMENT_KEY: testDocumentKey,
    SIGNING_KEY_FILE: await testSigningKey(ownFolder),
    // A test calls faster than a person.
    CUSTOMER_CALLS_PER_SECOND: "100000",
    // A simulated market draws by itself: seconds of hashes for each draw, in a thread beside the tests.
    DRAW_DELAY: "2560",
  };
}

async function startOn<Feed extends MarketFeed>(
  createFeed: ((clock: Clock) => Feed) | null,
  environment: Record<string, string>,
  through: (connectionString: string) => Promise<string> = async (direct) => direct,
  options: TestOptions = {},
): Promise<TestApplication<Feed>> {
  const database = options.database ?? (await createTestDatabase(options.begins));
  await database.beginRealTime();
  const owner = createDatabase(database.ownerConnectionString, { poolMax: 2 });
  const isNew = options.database === undefined && environment["DOCUMENT_KEY"] === undefined;
  if (isNew) await keepMarketSeed(owner, testDocumentKey);
  const ownFolder = await mkdtemp(join(quickFolder, "sanshi-test-"));
  // The signing key lies beside it.
  const dataDir = join(ownFolder, "data");
  await mkdir(dataDir);
  const faults = keepFaults();
  const ownOptions: ApplicationOptions = {
    settings: readSettings(
      { ...(await testEnvironment(ownFolder)), DATA_DIR: dataDir, ...environment },
      projectFolder,
    ),
    connectionString: await through(database.connectionString),
    log: faults.log,
    onProgress: () => undefined,
    ...(createFeed !== null && { createFeed }),
    ...(options.feedKind === "live" && liveParts),
    ...(options.venue && { venue: options.venue }),
    ...(options.pushTransport && { pushTransport: options.pushTransport }),
    checkAnswers: true,
    jobsByThemselves: options.jobsByThemselves ?? false,
    // On a busy machine sixty calls at once wait longer for their turn than a customer would.
    connectionWaitMsMax: 30_000,
    // Tests race one customer's calls with one another.
    customerCallsAtOnce: options.customerCallsAtOnce ?? 1_000,
  };
  const application = await createApplication(ownOptions);
  const others = new Set<Application>();
  const { context } = application;
  const all = () => [application, ...others];
  const giveTurns = async () => {
    for (const { context: one } of all()) await one.jobs.giveTurns();
  };
  const settled = async () => {
    for (const { context: one } of all()) await one.jobs.settled();
  };
  const jobs = { settled, giveTurns };
  if (!options.jobsByThemselves) jobsOfTests.add(jobs);
  const showFault: TestApplication["showFault"] = (path, code) => {
    if (code === 500) console.error(`${path} answered 500:\n${faults.takeFaults()}`);
  };

  /** They hear of a move a moment later, and would answer by the time before meanwhile. */
  const synchroniseAll = () => Promise.all(all().map((one) => one.context.clock.synchronise()));

  const post = postTo(context, showFault);
  const accepted: TestApplication["accepted"] = async (path, input, customer) => {
    const { code, body } = await post(path, input, customer);
    if (body.status !== 1) throw new Error(`${path} was refused: ${code} ${JSON.stringify(body)}`);
    return body.data;
  };

  async function leave(): Promise<TestDatabase> {
    jobsOfTests.delete(jobs);
    for (const other of others) await other.close();
    await application.close();
    await owner.close();
    await rm(ownFolder, { recursive: true, force: true });
    return database;
  }

  const newlyRegistered = () =>
    accepted("/user/register", {
      account: String(randomInt(1_000_000_000, 9_999_999_999)),
      password: testPassword,
      password2: testPassword,
      invite_code: testInvitationCode,
      agree: "true",
    });

  return {
    ...application,
    feed: context.feed as Feed,
    owner,
    showFault,
    post,
    accepted,
    async refused(path, input, customer) {
      return (await post(path, input, customer)).body.msg;
    },
    async newCustomer() {
      const customer = await newlyRegistered();
      const short = { setting: "short", switched: "on" } as const;
      await accepted("/user/save-trading-preferences", short, customer);
      return customer;
    },
    newlyRegistered,
    async startAnother(otherFeed = (clock) => createScriptedFeed(clock, options.feedKind)) {
      const other = await createApplication({ ...ownOptions, createFeed: otherFeed });
      others.add(other);
      // The first one knows from now on that it is not alone.
      await giveTurns();
      const close = (): Promise<void> => {
        others.delete(other);
        return other.close();
      };
      return { ...other, close };
    },
    async advance(seconds) {
      // As the tables' owner: no operator has done it, and the audit log has no entry.
      await owner.transaction((transaction) => moveClock(transaction, seconds));
      await synchroniseAll();
    },
    async advanceReal(seconds) {
      await database.advanceReal(seconds);
      await synchroniseAll();
    },
    stepWall: (seconds) => database.stepWall(seconds),
    async settle() {
      // The second time for what a job has left to one that had its turn before it.
      for (let time = 0; time < 2; time += 1) {
        await giveTurns();
        await settled();
      }
    },
    ledgerFaults: () => findBookFaults(context.database.reader),
    leave,
    async stop() {
      await leave();
      await database.drop();
    },
  };
}

/** The code of a call in another process of the instance; `ok` where it was not refused. */
export async function codeIn<Path extends CallPath>(
  { context }: Application,
  path: Path,
  input: CallInput<Calls[Path]>,
  customer: SignedIn,
): Promise<RefusalCode | "ok"> {
  return (await postTo(context, () => undefined)(path, input, customer)).body.msg;
}

/** One call over HTTP, in process. */
function postTo(
  { http }: Application["context"],
  showFault: TestApplication["showFault"],
): TestApplication["post"] {
  return async (path, input, customer) => {
    const { contentType, payload } = takesFiles(path)
      ? await multipartOf(Object.entries(input))
      : {
          contentType: "application/x-www-form-urlencoded",
          payload: new URLSearchParams(input as Record<string, string>).toString(),
        };
    const answer = await http.fastify.inject({
      method: "POST",
      url: `/api/vue${path}`,
      headers: {
        "content-type": contentType,
        ...(customer && { token: customer.token, account: customer.account }),
      },
      payload,
    });
    // The answer to a fault of ours says nothing; whoever looks for its cause finds it beside the test.
    showFault(path, answer.statusCode);
    return { code: answer.statusCode, body: answer.json() };
  };
}

export { randomUUID as newRequestId };
