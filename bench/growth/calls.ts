import { randomUUID } from "node:crypto";
import { calls, repeats, type CallPath } from "@sanshi/contract";
import type { Context } from "../../apps/server/src/context.ts";

export type Customer = { token: string; account: string };
export type Call = { name: string; path: string; input: () => Record<string, string> };

const password = "a long pass phrase 7";
const type = "jpy";

export async function signUp(context: Context): Promise<Customer> {
  const input = {
    account: "1234567890",
    password,
    password2: password,
    invite_code: "BENCHED1",
    agree: "true",
  };
  return dataOf<Customer>(await post(context, "/user/register", input, null));
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

type Inputs = Partial<Record<CallPath, Record<string, string>[]>>;

/** For the calls that cannot be asked without fields; of the pages that continue, also the last one. */
async function inputsOf(context: Context, customer: Customer): Promise<Inputs> {
  const code = context.quotes.instruments(type)[0]?.code ?? "";
  const stock = { code, type };
  const day = (ago: number) =>
    new Date(context.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const days = { from: day(100), to: day(1), language: "us" };
  const first = async (path: CallPath, input: Record<string, string> = {}) =>
    dataOf<{ items: { id: string }[] }>(await post(context, path, input, customer)).items[0]?.id ??
    "";
  return {
    "/common/config": [{ type: "all" }],
    "/market/search": [{ q: code }],
    "/market/stock": [stock],
    "/market/candles": [{ ...stock, period: "day" }],
    "/market/timeshare": [stock],
    "/market/depth": [stock],
    "/trade/preview-order": [
      { ...stock, side: "long", kind: "market", quantity: "1", leverage: "1" },
    ],
    "/trade/position": [{ id: await first("/trade/closed-positions", { type }) }],
    "/trade/fills": [stock],
    "/trade/fill-records": [stock],
    "/user/net-assets": [{ range: "3m" }],
    "/user/message": [{ id: await first("/user/messages") }],
    "/user/fund-record": [{ id: await first("/user/fund-records") }],
    "/user/export-records": [
      { from: `${days.from}T00:00:00Z`, to: `${days.to}T00:00:00Z`, language: "us" },
    ],
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
