import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type {
  ExecutionReport,
  ReportingVenue,
  VenueSession,
} from "../../apps/server/src/venues/reporting-venue.ts";
import type { SignedIn } from "../support/test-application.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** What is asked of the server in the child, and what it asks of the venue, which lives with the test. */
export type ToChild =
  | { kind: "call"; id: number; path: string; input: Record<string, string>; customer?: SignedIn }
  | { kind: "advance"; id: number; seconds: number }
  | { kind: "quote"; code: string; last: string; bid: bigint; ask: bigint }
  | { kind: "connected"; session: number; ok: boolean }
  | { kind: "report"; session: number; report: ExecutionReport }
  | { kind: "heartbeat"; session: number; newest: bigint }
  | { kind: "away"; session: number };

type Asked = {
  [Name in keyof VenueSession]: { name: Name; values: Parameters<VenueSession[Name]> };
};
export type FromChild =
  | { kind: "ready" }
  | { kind: "answer"; id: number; code: number; body: unknown }
  | { kind: "connect"; session: number; after: bigint }
  | { kind: "ask"; session: number; asked: Asked[keyof VenueSession] };

export type VenueChild = {
  call(
    path: string,
    input: Record<string, string>,
    customer?: SignedIn,
  ): Promise<{ code: number; body: unknown }>;
  advance(seconds: number): Promise<unknown>;
  quote(code: string, last: string, bid: bigint, ask: bigint): void;
  /** As kill -9: nothing of it ends in order. */
  kill(): Promise<void>;
  /** It has ended, and nobody has killed it. */
  hasFailed(): boolean;
};

/** The whole server as a process of its own, that can be killed; it has begun when this answers. */
export async function startVenueChild(
  database: TestDatabase,
  venue: ReportingVenue,
  environment: Record<string, string>,
): Promise<VenueChild> {
  const child = fork(join(import.meta.dirname, "venue-child.fixture.ts"), [], {
    serialization: "advanced",
    execArgv: ["--no-warnings"],
    env: { ...process.env, ...environment, VENUE_CHILD_DATABASE: database.connectionString },
  });
  const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  const sessions = new Map<number, VenueSession>();
  const { promise: started, resolve: start, reject: failed } = Promise.withResolvers<void>();
  let isAlive = true;
  let isKilled = false;
  let calls = 0;
  const tell = (message: ToChild) => {
    if (isAlive && child.connected) child.send(message, () => undefined);
  };
  child.on("message", (message: FromChild) => {
    if (!isAlive) return;
    if (message.kind === "ready") start();
    else if (message.kind === "answer") {
      waiting.get(message.id)?.resolve(message as never);
      waiting.delete(message.id);
    } else if (message.kind === "connect") void connect(message);
    else {
      const { name, values } = message.asked;
      const session = sessions.get(message.session);
      if (session !== undefined) Reflect.apply(session[name], session, values);
    }
  });
  child.once("exit", () => {
    isAlive = false;
    for (const session of sessions.values()) session.end();
    for (const { reject } of waiting.values()) reject(new Error("the server was killed"));
    failed(new Error("the server ended before it had begun"));
  });

  async function connect({
    session,
    after,
  }: Extract<FromChild, { kind: "connect" }>): Promise<void> {
    try {
      const own = await venue.connect(after, {
        report: (report) => tell({ kind: "report", session, report }),
        heartbeat: (newest) => tell({ kind: "heartbeat", session, newest }),
        away: () => tell({ kind: "away", session }),
      });
      sessions.set(session, own);
      tell({ kind: "connected", session, ok: true });
    } catch {
      tell({ kind: "connected", session, ok: false });
    }
  }

  function ask(of: (id: number) => ToChild): Promise<{ code: number; body: unknown }> {
    if (!isAlive) return Promise.reject(new Error("the server was killed"));
    calls += 1;
    const id = calls;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      tell(of(id));
    });
  }

  await started;
  return {
    call: (path, input, customer) =>
      ask((id) => ({ kind: "call", id, path, input, ...(customer && { customer }) })),
    advance: (seconds) => ask((id) => ({ kind: "advance", id, seconds })),
    quote: (code, last, bid, ask_) => tell({ kind: "quote", code, last, bid, ask: ask_ }),
    kill() {
      isKilled = true;
      return killed(child);
    },
    hasFailed: () => !isAlive && !isKilled,
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
