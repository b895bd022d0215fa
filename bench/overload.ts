import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "./orders/messages.ts";
import { describe, withSetting, type Measured, type Setting } from "./orders/setting.ts";

const customers = 512;
const usualConnections = 256;
const overloadTimes = 10;
/** A client that is told to come again in a second comes after this. */
const againAfterMs = 100;
const waitingOrders = 1_000;
const cancelsPerSecond = 50;

/**
 * Ten times the connections that fill the server, each of which asks again a tenth of a second after it
 * was refused: what is still done, how soon the rest hear of it, whether people can take their orders
 * back meanwhile, and what comes after. `npm run bench overload [seconds]`.
 */
export async function run([seconds = "10"]: string[]): Promise<void> {
  await withSetting(customers, (setting) => measure(setting, Number(seconds)));
}

async function measure(setting: Setting, seconds: number): Promise<void> {
  const cancels = await createCancels(setting);
  const best = await setting.load({ seconds, connections: usualConnections });
  console.log(`${usualConnections} connections: ${describe(best)}`);

  const connections = usualConnections * overloadTimes;
  const cancelling = cancels.run(seconds);
  const overloaded = await setting.load({ seconds, connections, againAfterMs });
  const cancelled = await cancelling;
  console.log(`${connections} connections: ${describe(overloaded)}`);

  const after = await setting.load({ seconds: 3, warmUpSeconds: 0, connections: usualConnections });
  console.log(`${usualConnections} connections at once after it: ${describe(after)}`);
  print(best, overloaded, after, cancelled);
}

type Cancelled = { ok: number; refused: Record<string, number>; p50Ms: number; p99Ms: number };

function print(best: Measured, overloaded: Measured, after: Measured, cancelled: Cancelled): void {
  const { shed, seconds } = overloaded;
  const share = (rate: number) => `${((100 * rate) / best.rate).toFixed(0)} %`;
  console.table({
    "best, orders a second": best.rate.toFixed(0),
    "overloaded, asked for a second": ((overloaded.orders + shed.count) / seconds).toFixed(0),
    "overloaded, of the best": share(overloaded.rate),
    "overloaded, an order's p99 ms": overloaded.p99Ms.toFixed(1),
    "shed a second": (shed.count / seconds).toFixed(0),
    "shed within ms, p50": shed.p50Ms.toFixed(1),
    "shed within ms, p99": shed.p99Ms.toFixed(1),
    "cancels that went through": `${cancelled.ok}, refused ${JSON.stringify(cancelled.refused)}`,
    "cancels, p50 and p99 ms": `${cancelled.p50Ms.toFixed(1)}, ${cancelled.p99Ms.toFixed(1)}`,
    "the seconds after, of the best": share(after.rate),
  });
}

/** Orders that wait, to be taken back one after the other while the server is overloaded. */
async function createCancels({ ready }: Setting) {
  const waiting: { account: Account; id: string }[] = [];
  const code = ready.codes[0] ?? "7203";
  const price = await priceBelow(ready.port, ready.accounts[0], code);
  for (let count = 0; count < waitingOrders; count += 1) {
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
  const answer = await fetch(`http://127.0.0.1:${port}/api/vue${path}`, {
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
