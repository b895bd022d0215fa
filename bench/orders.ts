import { parseArgs } from "node:util";
import { olderBuild } from "./older-build.ts";
import { describe, median, withSetting, type Measured, type Setting } from "./orders/setting.ts";

const customers = 512;
const hotCustomers = 10;
const openPerSecond = 1_000;
/** What the first ten thousands of orders take, while a process compiles what it runs, is no part of any round. */
const warmUpSeconds = 6;
/** Of each round: an order bench after a pgbench with so many clients. */
const yardstickClients = [8, 32] as const;

type Mode = {
  customers: number;
  lendsPool?: boolean;
  /** What is measured, by its name. */
  loads: readonly (readonly [name: string, Parameters<Setting["load"]>[0]])[];
};

/**
 * Durable orders over HTTP, form-encoded and signed in, in alternating rounds with pgbench's TPC-B on
 * the same PostgreSQL. The ratio counts: absolute figures move by half from hour to hour.
 */
const modes: Record<string, Mode> = {
  plain: {
    customers,
    loads: [
      ["256 connections", { seconds: 0, connections: 256 }],
      ["64 connections", { seconds: 0, connections: 64 }],
    ],
  },
  leverage: {
    customers,
    loads: [["256 connections, leverage and shorts", { seconds: 0, leveraged: true }]],
  },
  /** Where nobody lends without a limit, and customers have lent what is borrowed. */
  shorts: {
    customers,
    lendsPool: true,
    loads: [["256 connections, shorts from the pool", { seconds: 0, shorts: true }]],
  },
  hot: {
    customers: hotCustomers,
    loads: [[`256 connections, ${hotCustomers} accounts`, { seconds: 0 }]],
  },
  open: {
    customers,
    loads: [
      [`${openPerSecond} a second, whatever comes back`, { seconds: 0, perSecond: openPerSecond }],
    ],
  },
};

/** What is measured, by its name: this build, and an older one that runs beside it. */
type Builds = ReadonlyMap<string, Setting>;

/** `npm run bench orders [plain | leverage | shorts | hot | open] [rounds] [seconds] [--against <commit>]`. */
export async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { against: { type: "string" } },
    allowPositionals: true,
  });
  const isNamed = Object.hasOwn(modes, positionals[0] ?? "");
  const mode = modes[isNamed ? (positionals[0] ?? "") : "plain"];
  const [rounds = "3", seconds = "10"] = isNamed ? positionals.slice(1) : positionals;
  if (mode === undefined) return;
  const { lendsPool = false } = mode;
  const measure = (builds: Builds) => measureRounds(mode, Number(rounds), Number(seconds), builds);
  if (values.against === undefined) {
    await withSetting(mode.customers, (setting) => measure(new Map([["", setting]])), {
      lendsPool,
    });
    return;
  }
  const { against } = values;
  const build = olderBuild(against);
  await withSetting(
    mode.customers,
    (older) =>
      withSetting(
        mode.customers,
        (own) =>
          measure(
            new Map([
              ["this build", own],
              [against, older],
            ]),
          ),
        { lendsPool },
      ),
    { lendsPool, build },
  );
}

async function measureRounds(
  mode: Mode,
  rounds: number,
  seconds: number,
  builds: Builds,
): Promise<void> {
  const [first] = builds.values();
  if (first === undefined) return;
  const yardstick = await first.yardstick();
  const rates: number[][] = yardstickClients.map(() => []);
  const measured = new Map<string, Measured[]>();
  for (const setting of builds.values()) {
    for (const [, request] of mode.loads) {
      await setting.load({ ...request, seconds: warmUpSeconds, perSecond: null });
    }
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, clients] of yardstickClients.entries()) {
      const rate = await yardstick.measure(clients, seconds);
      rates[index]?.push(rate);
      console.log(`round ${round}: pgbench, ${clients} clients: ${rate.toFixed(0)} a second`);
      const [load, request] = mode.loads[index % mode.loads.length] ?? ["", { seconds }];
      // Who begins has the machine as the yardstick left it: they take turns at that too.
      const inTurn = round % 2 === 1 ? [...builds] : [...builds].toReversed();
      for (const [build, setting] of inTurn) {
        const report = await setting.load({ ...request, seconds });
        const name = build === "" ? load : `${load}, ${build}`;
        measured.set(name, [...(measured.get(name) ?? []), report]);
        console.log(`round ${round}: ${name}: ${describe(report)}`);
      }
    }
  }
  printSummary(rates, measured);
}

function printSummary(
  rates: readonly (readonly number[])[],
  loads: ReadonlyMap<string, readonly Measured[]>,
): void {
  const best = Math.max(...rates.map(median));
  console.log(`\nMedians of the rounds. pgbench TPC-B, best: ${best.toFixed(0)} a second`);
  console.table(
    [...loads].map(([name, measured]) => {
      const of = (pick: (one: Measured) => number) => median(measured.map(pick));
      return {
        load: name,
        "orders a second": Math.round(of((one) => one.rate)),
        "÷ pgbench": Number((of((one) => one.rate) / best).toFixed(2)),
        "p50 ms": Number(of((one) => one.p50Ms).toFixed(1)),
        "p99 ms": Number(of((one) => one.p99Ms).toFixed(1)),
        "node µs an order": Math.round(of((one) => one.nodeMicroseconds)),
        "PostgreSQL µs an order": Math.round(of((one) => one.postgresMicroseconds)),
        "both µs an order": Math.round(
          of((one) => one.nodeMicroseconds + one.postgresMicroseconds),
        ),
        "generator µs an order": Math.round(of((one) => one.generatorMicroseconds)),
      };
    }),
  );
}
