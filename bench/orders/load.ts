import { setTimeout as pause } from "node:timers/promises";
import { openConnection, type Answered, type Connection } from "./connection.ts";
import type { Account, Latencies, LoadAnswer, LoadRequest } from "./messages.ts";

/**
 * Orders over HTTP, form-encoded, signed in, a request id of its own each. Closed: every connection
 * sends its next order when it has its answer. Open: so many a second whatever the server does, and the
 * time that an order waits for a free connection is part of what it took.
 */
process.on("message", (request: LoadRequest) => void run(request));

type Tally = {
  measuring: boolean;
  ended: boolean;
  latencies: number[];
  lastOrderAt: number;
  shed: number[];
  refused: Record<string, number>;
};

async function run(request: LoadRequest): Promise<void> {
  const tally: Tally = {
    measuring: false,
    ended: false,
    latencies: [],
    lastOrderAt: 0,
    shed: [],
    refused: {},
  };
  const connections = await Promise.all(
    Array.from({ length: request.connections }, (_, index) =>
      openConnection(request.port, headsOf(request, index)),
    ),
  );
  const runs =
    request.perSecond === null
      ? connections.map((connection) => keepOrdering(connection, request.waitsWhenTold, tally))
      : [orderAtRate(connections, request.perSecond, tally)];
  await pause(request.warmUpSeconds * 1000);
  say({ kind: "began" });
  tally.measuring = true;
  const began = performance.now();
  await pause(request.seconds * 1000);
  tally.measuring = false;
  const seconds = (performance.now() - began) / 1000;
  tally.ended = true;
  await Promise.all(runs);
  for (const connection of connections) connection.close();
  say({
    kind: "report",
    orders: tally.latencies.length,
    lastOrderAt: performance.timeOrigin + tally.lastOrderAt,
    refused: tally.refused,
    seconds,
    ...latenciesOf(tally.latencies),
    shed: { count: tally.shed.length, ...latenciesOf(tally.shed) },
  });
}

/** Each connection takes turns between customers of its own, or shares one with other connections. */
function headsOf({ accounts, connections, codes, leveraged, shorts }: LoadRequest, index: number) {
  const own = accounts.filter((_, place) => place % connections === index);
  const shared = accounts[index % accounts.length];
  const customers = own.length > 0 || shared === undefined ? own : [shared];
  const code = codes[index % codes.length] ?? "7203";
  const terms = leveraged
    ? ["side=long&leverage=2", "side=short&leverage=2"]
    : [shorts ? "side=short&leverage=1" : "side=long&leverage=1"];
  return customers.flatMap((customer: Account) =>
    terms.map((term) => ({
      ...customer,
      fields: `type=jpy&code=${code}&kind=market&quantity=100&${term}`,
    })),
  );
}

function keepOrdering(connection: Connection, waitsWhenTold: boolean, tally: Tally): Promise<void> {
  return new Promise((resolve) => {
    let sentAt = 0;
    const send = () => {
      if (tally.ended) return resolve();
      sentAt = performance.now();
      connection.send(take);
    };
    const take = (answered: Answered) => {
      count(tally, answered, performance.now() - sentAt);
      if (waitsWhenTold && answered.retryAfterMs > 0) setTimeout(send, answered.retryAfterMs);
      else send();
    };
    send();
  });
}

async function orderAtRate(
  connections: readonly Connection[],
  perSecond: number,
  tally: Tally,
): Promise<void> {
  const idle = [...connections];
  const due: number[] = [];
  let under = 0;
  const send = (connection: Connection, dueAt: number) => {
    under += 1;
    connection.send((answered) => {
      under -= 1;
      count(tally, answered, performance.now() - dueAt);
      const next = due.shift();
      if (next === undefined) idle.push(connection);
      else send(connection, next);
    });
  };
  let nextAt = performance.now();
  while (!tally.ended) {
    const now = performance.now();
    for (; nextAt <= now; nextAt += gapMs(perSecond)) {
      const connection = idle.pop();
      if (connection === undefined) due.push(nextAt);
      else send(connection, nextAt);
    }
    await pause(1);
  }
  while (under > 0) await pause(5);
}

/** People do not agree with each other on when they order: the gaps are those of chance. */
function gapMs(perSecond: number): number {
  return (-Math.log(1 - Math.random()) * 1000) / perSecond;
}

function count(tally: Tally, { status, code }: Answered, latencyMs: number): void {
  if (!tally.measuring) return;
  if (code === null) {
    tally.latencies.push(latencyMs);
    tally.lastOrderAt = performance.now();
  } else if (status === 503) tally.shed.push(latencyMs);
  else tally.refused[code] = (tally.refused[code] ?? 0) + 1;
}

function latenciesOf(latencies: readonly number[]): Latencies {
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

function say(answer: LoadAnswer): void {
  process.send?.(answer);
}
