import { setTimeout as pause } from "node:timers/promises";
import { asOperator } from "../tests/support/operator.ts";
import { invitationCode, operator } from "./orders/customers.ts";
import { host, type Account } from "./orders/messages.ts";
import { describe, withSetting, type Measured, type Setting } from "./orders/setting.ts";

/** One for each connection: whoever was told to wait is known by the session. */
const customers = 2_560;
const usualConnections = 256;
const overloadTimes = 10;
const workingOrders = 3_000;
const cancelsPerSecond = 50;

/**
 * Ten times the connections that fill the server: what is still done, how soon the rest hear that
 * there is no place, whether people can take their orders back meanwhile, and what comes after. Once
 * with clients who come again when they were told to, once with clients who ask again at once. Tables
 * grow while it goes on and the machine has its moods, so each is held against the calm before and after
 * it. At the end an operator halts all trading amid the crowd, and the last order that is still taken
 * says how long that took. `npm run bench overload [seconds]`.
 */
export async function run([seconds = "10"]: string[]): Promise<void> {
  await withSetting(customers, (setting) => measure(setting, Number(seconds)));
}

async function measure(setting: Setting, seconds: number): Promise<void> {
  const cancels = await createCancels(setting);
  const calm = async (): Promise<Measured> => {
    // With the same cancels: each is a batch of its own, and costs what many orders do.
    const [measured] = await Promise.all([
      setting.load({ seconds, connections: usualConnections }),
      cancels.run(seconds),
    ]);
    console.log(`${usualConnections} connections: ${describe(measured)}`);
    return measured;
  };
  const rows: Record<string, Record<string, string>> = {};
  let before = await calm();
  for (const [clients, waitsWhenTold] of [
    ["as they were told", true],
    ["at once", false],
  ] as const) {
    const connections = usualConnections * overloadTimes;
    const [crowded, cancelled] = await Promise.all([
      setting.load({ seconds, connections, waitsWhenTold }),
      cancels.run(seconds),
    ]);
    console.log(`${connections} connections, again ${clients}: ${describe(crowded)}`);
    const usual = { seconds: 3, connections: usualConnections, warmUpSeconds: 0 };
    const straightAfter = await setting.load(usual);
    console.log(`${usualConnections} connections straight after it: ${describe(straightAfter)}`);
    const after = await calm();
    const calmRate = (before.rate + after.rate) / 2;
    rows[`again ${clients}`] = figures(calmRate, crowded, straightAfter, cancelled);
    before = after;
  }
  console.table(rows);
  const { answeredMs, lastOrderMs } = await haltAmidTheCrowd(setting);
  console.log(
    `A halt of all trading amid ${usualConnections * overloadTimes} connections: answered after ${answeredMs.toFixed(0)} ms, the last order taken after ${lastOrderMs.toFixed(0)} ms`,
  );
}

/** From the operator's click, in milliseconds; less than nothing where no order came through after it. */
async function haltAmidTheCrowd({ ready, load }: Setting) {
  const address = `http://${host}:${ready.port}`;
  const call = await asOperator({ address, invitationCode, ...operator });
  const crowd = load({ seconds: 6, connections: usualConnections * overloadTimes });
  // Its warming up, and the middle of what is measured.
  await pause(5_000);
  const now = () => performance.timeOrigin + performance.now();
  const clicked = now();
  await call("POST", "/trading-halts/create", { scope: "all", reason: "technical_fault" });
  const answered = now();
  const { lastOrderAt } = await crowd;
  return { answeredMs: answered - clicked, lastOrderMs: lastOrderAt - clicked };
}

type Cancelled = { ok: number; refused: Record<string, number>; p50Ms: number; p99Ms: number };

function figures(
  calmRate: number,
  crowded: Measured,
  straightAfter: Measured,
  cancelled: Cancelled,
): Record<string, string> {
  const { shed, seconds } = crowded;
  const share = (rate: number) => `${((100 * rate) / calmRate).toFixed(0)} %`;
  const refused = Object.values(cancelled.refused).reduce((sum, count) => sum + count, 0);
  return {
    "asked a second": ((crowded.orders + shed.count) / seconds).toFixed(0),
    "of the calm": share(crowded.rate),
    "order p99 ms": crowded.p99Ms.toFixed(0),
    "shed p50, p99 ms": `${shed.p50Ms.toFixed(0)}, ${shed.p99Ms.toFixed(0)}`,
    "cancels done, refused": `${cancelled.ok}, ${refused}`,
    "cancel p50, p99 ms": `${cancelled.p50Ms.toFixed(0)}, ${cancelled.p99Ms.toFixed(0)}`,
    "straight after it": share(straightAfter.rate),
  };
}

/** Working orders, to be cancelled one after the other while the server is overloaded. */
async function createCancels({ ready }: Setting) {
  const waiting: { account: Account; id: string }[] = [];
  const code = ready.codes[0] ?? "7203";
  const price = await priceBelow(ready.port, ready.accounts[0], code);
  for (let count = 0; count < workingOrders; count += 1) {
    const account = ready.accounts[count % ready.accounts.length];
    if (account === undefined) continue;
    const fields = { type: "jpy", code, side: "long", kind: "limit", price, quantity: "100" };
    const { msg, data } = await call(ready.port, account, "/trade/place-order", {
      ...fields,
      leverage: "1",
      request_id: crypto.randomUUID(),
    });
    if (msg !== "ok") throw new Error(`no order waits: ${msg}`);
    waiting.push({ account, id: (data as { id: string }).id });
  }

  return {
    async run(seconds: number): Promise<Cancelled> {
      const latencies: number[] = [];
      const refused: Record<string, number> = {};
      const calls: Promise<void>[] = [];
      const cancel = async (account: Account, id: string) => {
        const began = performance.now();
        const { msg } = await call(ready.port, account, "/trade/cancel-order", { id });
        if (msg === "ok") latencies.push(performance.now() - began);
        else refused[msg] = (refused[msg] ?? 0) + 1;
      };
      // The load warms up first.
      await pause(2_000);
      for (let count = 0; count < seconds * cancelsPerSecond; count += 1) {
        const order = waiting.pop();
        if (order !== undefined) calls.push(cancel(order.account, order.id));
        await pause(1_000 / cancelsPerSecond);
      }
      await Promise.all(calls);
      const sorted = latencies.toSorted((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      return { ok: latencies.length, refused, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

type Told = { msg: string; data: unknown };

async function call(
  port: number,
  account: Account | undefined,
  path: string,
  fields: Record<string, string>,
): Promise<Told> {
  const answer = await fetch(`http://${host}:${port}/api/vue${path}`, {
    method: "POST",
    headers: { token: account?.token ?? "", account: account?.account ?? "" },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Told;
}

/** A tenth below the market: on the grid, within the day's limits, and not reached. */
async function priceBelow(
  port: number,
  account: Account | undefined,
  code: string,
): Promise<string> {
  const { msg, data } = await call(port, account, "/market/stock", { type: "jpy", code });
  if (msg !== "ok") throw new Error(`no quote of ${code}: ${msg}`);
  const { price } = data as { price: string };
  return String(Math.floor((Number(price) * 0.9) / 10) * 10);
}
