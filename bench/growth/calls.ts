import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { calls, repeats, type CallPath } from "@sanshi/contract";
import type { Context } from "../../apps/server/src/context.ts";
import type { Database } from "../../apps/server/src/platform/sql/database.ts";
import { verifyEverybody } from "../verify-everybody.ts";

export type Customer = { token: string; account: string };
export type Call = { name: string; path: string; input: () => Record<string, string> };

const password = "a long pass phrase 7";
const type = "jpy";

/** Registered as everybody is, and verified. */
export async function signUp(context: Context, owner: Database): Promise<Customer> {
  const input = {
    account: "1234567890",
    password,
    password2: password,
    invite_code: "BENCHED1",
    agree: "true",
  };
  const customer = dataOf<Customer>(await post(context, "/user/register", input, null));
  await verifyEverybody(owner.connectionString);
  return customer;
}

/** Every call of the contract that only reads, with what it needs, and the writes that trade and exchange. */
export async function callsOf(context: Context, customer: Customer): Promise<Call[]> {
  const inputs = await inputsOf(context, customer);
  const paths = Object.keys(calls) as CallPath[];
  const reading = paths
    .filter((path) => repeats[path] === "reads")
    .flatMap((path) => (inputs[path] ?? [{}]).map((input) => callOf(path, input)));
  const order = inputs["/trade/preview-order"]?.[0] ?? {};
  const once = (path: string, input: Record<string, string>): Call => ({
    name: path,
    path,
    input: () => ({ ...input, request_id: randomUUID() }),
  });
  return [...reading, once("/trade/place-order", order)];
}

function callOf(path: string, input: Record<string, string>): Call {
  const name = [path, input["format"]].filter(Boolean).join(" ");
  return { name, path, input: () => input };
}

/** New shares, a block or a strategy; a block that is sold to the first who come has no draw. */
type Offered = { id: string; minimum: string; status?: number; state?: string; draw?: unknown };
const publishedWithinSeconds = 60;
const isOpen = ({ status, state, draw }: Offered) =>
  (status === 1 || state === "open") && draw !== null;

type Inputs = Partial<Record<CallPath, Record<string, string>[]>>;

/** For the calls that cannot be asked without fields; of the pages that continue, also the last one. */
async function inputsOf(context: Context, customer: Customer): Promise<Inputs> {
  const code = context.quotes.instruments(type)[0]?.code ?? "";
  const stock = { code, type };
  const day = (ago: number) =>
    new Date(context.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const days = { from: day(100), to: day(1), language: "us" };
  const times = { from: `${days.from}T00:00:00Z`, to: `${days.to}T00:00:00Z` };
  const data = async <Data>(path: CallPath, input: Record<string, string> = {}) =>
    dataOf<Data>(await post(context, path, input, customer));
  const first = async (path: CallPath, input: Record<string, string> = {}) =>
    (await data<{ items: { id: string }[] }>(path, input)).items[0]?.id ?? "";
  const open = async (path: CallPath): Promise<Offered> => {
    // A new instance publishes its strategies a moment after its start.
    for (let second = 0; second < publishedWithinSeconds; second += 1) {
      const found = (await data<Offered[]>(path, { type })).find(isOpen);
      if (found !== undefined) return found;
      await sleep(1_000);
    }
    throw new Error(`nothing of ${path} is open`);
  };
  const { positions } = await data<{ positions: { id: string; code: string }[] }>("/trade/lending");
  const { id: held = "", code: heldCode = "" } = positions[0] ?? {};
  await data("/trade/lend", { id: held, quantity: "1", request_id: randomUUID() });
  const forgotten = {
    account: customer.account,
    new_password: password,
    new_password2: password,
    request_id: randomUUID(),
  };
  const { case_number: caseNumber } = await data<{ case_number: string }>(
    "/user/forgotten-login-password",
    forgotten,
  );
  const [{ code: index = "" } = {}] = await data<{ code?: string }[]>("/market/indexes");
  const offering = await open("/trade/newstocklist");
  const block = await open("/trade/blocklist");
  const product = await open("/trade/productlist");
  return {
    "/common/config": [{ type: "all" }],
    "/market/search": [{ q: code }],
    "/market/stock": [stock],
    "/market/candles": [{ ...stock, period: "day" }],
    "/market/timeshare": [stock],
    "/market/depth": [stock],
    "/market/index-line": [{ type, code: index, period: "day" }],
    "/market/trades": [stock],
    "/market/company": [stock],
    "/market/chart-lines": [stock],
    "/trade/preview-order": [
      { ...stock, side: "long", kind: "market", quantity: "1", leverage: "1" },
    ],
    "/trade/preview-close-holding": [
      { type, code: heldCode, side: "long", funding: "cash", kind: "market", quantity: "1" },
    ],
    "/trade/preview-intraday": [{ ...stock, side: "long", leverage: "1", quantity: "100" }],
    "/trade/position": [{ id: await first("/trade/closed-positions", { type }) }],
    "/trade/position-profit": [{ id: held }],
    "/trade/lending-earnings": [{ id: held }],
    "/trade/newstock": [{ id: offering.id }],
    "/trade/preview-subscription": [{ id: offering.id, quantity: offering.minimum }],
    "/trade/draw": [{ id: offering.id }],
    "/trade/block": [{ id: block.id }],
    "/trade/preview-block": [{ id: block.id, quantity: block.minimum }],
    "/trade/block-draw": [{ id: block.id }],
    "/trade/product": [{ id: product.id }],
    "/trade/product-trades": [{ id: product.id }],
    "/trade/preview-follow": [{ id: product.id, amount: product.minimum }],
    "/trade/fills": [stock],
    "/trade/fill-records": [stock],
    "/user/net-assets": [{ range: "3m" }],
    "/user/message": [{ id: await first("/user/messages") }],
    "/user/case-answers": [{ case_number: caseNumber }],
    "/user/bank-branches": [{ bank_code: "0001" }],
    "/user/preview-loan": [{ currency: "JPY", amount: "10000", term_days: "30" }],
    "/user/fund-record": [{ id: await first("/user/fund-records") }],
    "/user/fund-sums": [times],
    "/user/export-records": [{ ...times, language: "us" }],
    "/news/info": [{ id: await first("/news/list", { type }) }],
    "/user/exchange-history": [{ from: "JPY", to: "USD", range: "1m" }],
    "/user/statement": [
      { ...days, format: "csv" },
      { ...days, format: "pdf" },
    ],
  };
}

/** One call in process; what it was refused with, else empty. */
export async function ask(
  context: Context,
  { path, input }: Call,
  customer: Customer,
): Promise<{ ms: number; refused: string }> {
  const form = input();
  const began = performance.now();
  const { statusCode, body, headers } = await post(context, path, form, customer);
  const ms = performance.now() - began;
  const isJson = String(headers["content-type"]).startsWith("application/json");
  const isOk = statusCode === 200 && (!isJson || body.startsWith('{"status":1'));
  return { ms, refused: isOk ? "" : `${statusCode} ${body.slice(0, 200)}` };
}

function dataOf<Data>({ body }: { body: string }): Data {
  return (JSON.parse(body) as { data: Data }).data;
}

function post(
  context: Context,
  path: string,
  input: Record<string, string>,
  customer: Customer | null,
) {
  return context.http.fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(customer && { token: customer.token, account: customer.account }),
    },
    payload: new URLSearchParams(input).toString(),
  });
}
