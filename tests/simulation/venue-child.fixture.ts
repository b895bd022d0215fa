import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApplication, projectFolder } from "../../apps/server/src/application.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { advanceClock } from "../support/advance-clock.ts";
import type {
  ReportingVenue,
  VenueListener,
  VenueSession,
} from "../../apps/server/src/venues/reporting-venue.ts";
import { createScriptedFeed } from "../support/scripted-feed.ts";
import type { FromChild, ToChild } from "./venue-child.ts";

// The whole server, for a test that kills it: quotes, calls and the venue come from the process that has started it.
const connectionString = process.env["VENUE_CHILD_DATABASE"] ?? "";
const listeners = new Map<number, VenueListener>();
const opening = new Map<number, (ok: boolean) => void>();
let sessions = 0;
const tell = (message: FromChild) => process.send?.(message);

const venue: ReportingVenue = {
  name: "slow",
  kind: "simulated",
  answers: "by_reports",
  async connect(after, listener) {
    sessions += 1;
    const session = sessions;
    listeners.set(session, listener);
    const connected = new Promise<boolean>((resolve) => opening.set(session, resolve));
    tell({ kind: "connect", session, after });
    if (!(await connected)) throw new Error("the venue is away");
    return sessionOf(session);
  },
};

function sessionOf(session: number): VenueSession {
  const ask = (asked: Extract<FromChild, { kind: "ask" }>["asked"]) =>
    tell({ kind: "ask", session, asked });
  return {
    submit: (...values) => ask({ name: "submit", values }),
    cancel: (...values) => ask({ name: "cancel", values }),
    replace: (...values) => ask({ name: "replace", values }),
    askStatus: (...values) => ask({ name: "askStatus", values }),
    askAgain: (...values) => ask({ name: "askAgain", values }),
    end: (...values) => ask({ name: "end", values }),
  };
}

process.once("disconnect", () => process.exit());
const settings = readSettings(
  {
    LOG_LEVEL: "fatal",
    DRAW_DELAY: "2560",
    ...process.env,
    DATA_DIR: mkdtempSync(join(tmpdir(), "sanshi-test-")),
  },
  projectFolder,
);
const { context } = await createApplication({
  settings,
  connectionString,
  log: createLog(settings.logLevel),
  onProgress: () => undefined,
  createFeed: (clock) => createScriptedFeed(clock),
  venue,
  connectionWaitMsMax: 30_000,
  customerCallsAtOnce: 1_000,
});
const feed = context.feed as ReturnType<typeof createScriptedFeed>;

async function answer(message: Extract<ToChild, { kind: "call" }>): Promise<void> {
  const { id, path, input, customer } = message;
  const { statusCode, payload } = await context.http.fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(customer && { token: customer.token, account: customer.account }),
    },
    payload: new URLSearchParams(input).toString(),
  });
  tell({ kind: "answer", id, code: statusCode, body: JSON.parse(payload) });
}

process.on("message", (message: ToChild) => {
  switch (message.kind) {
    case "call":
      void answer(message);
      break;
    case "advance":
      // What loses its connection meanwhile is done again at the next step.
      void advanceClock(context, message.seconds).then(
        () => tell({ kind: "answer", id: message.id, code: 200, body: null }),
        () => tell({ kind: "answer", id: message.id, code: 503, body: null }),
      );
      break;
    case "quote":
      feed.quote("jpy", message.code, message.last, {
        bid: message.bid as never,
        ask: message.ask as never,
      });
      break;
    case "connected":
      opening.get(message.session)?.(message.ok);
      break;
    case "report":
      listeners.get(message.session)?.report(message.report);
      break;
    case "heartbeat":
      listeners.get(message.session)?.heartbeat(message.newest);
      break;
    case "away":
      listeners.get(message.session)?.away();
      break;
  }
});
tell({ kind: "ready" });
