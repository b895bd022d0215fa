import { randomUUID } from "node:crypto";
import type { Context } from "../../apps/server/src/context.ts";

export type Customer = { token: string; account: string };
export type Medians = Map<string, number>;

const warmUps = 3;
const rounds = 15;
const password = "a long pass phrase 7";

export async function signUp(context: Context): Promise<Customer> {
  const input = {
    account: "1234567890",
    password,
    password2: password,
    invite_code: "BENCHED1",
    agree: "true",
  };
  const answer = await post(context, "/user/register", input, null);
  return (JSON.parse(answer.body) as { data: Customer }).data;
}

/** Every call that reads, and the order path; medians in milliseconds, in process. */
export async function askAll(context: Context, customer: Customer): Promise<Medians> {
  const medians: Medians = new Map();
  const stock = context.quotes.instruments("jpy")[0];
  const code = stock?.code ?? "7203";
  for (const [path, input] of calls(context, code)) {
    const took: number[] = [];
    let refused = "";
    for (let round = -warmUps; round < rounds && refused === ""; round += 1) {
      const began = performance.now();
      const answer = await post(context, path, input(), customer);
      if (round >= 0) took.push(performance.now() - began);
      if (answer.statusCode !== 200) refused = `${path}: ${answer.statusCode} ${answer.body}`;
    }
    if (refused !== "") console.warn(refused);
    if (refused !== "") continue;
    const name = path === "/user/statement" ? `${path} ${input()["format"] ?? ""}` : path;
    medians.set(name, took.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN);
  }
  return medians;
}

type Call = readonly [path: string, input: () => Record<string, string>];

function calls(context: Context, code: string): Call[] {
  const type = "jpy";
  const stock = { code, type };
  const order = {
    ...stock,
    side: "long",
    kind: "market",
    quantity: "1",
    leverage: "1",
  };
  const day = (ago: number) =>
    new Date(context.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const statement = { from: day(100), to: day(1), language: "us" };
  const reading: [string, Record<string, string>][] = [
    ["/common/config", {}],
    ["/user/getUserinfo", {}],
    ["/user/assets", {}],
    ["/user/net-assets", { range: "3m" }],
    ["/user/sessions", {}],
    ["/user/activity", {}],
    ["/user/verification", {}],
    ["/user/bank-cards", {}],
    ["/user/deposit-channels", {}],
    ["/user/depositlist", {}],
    ["/user/withdrawal-terms", {}],
    ["/user/withdrawallist", {}],
    ["/user/withdrawal-statistics", {}],
    ["/user/exchange-quote", { from: "JPY", to: "USD", amount: "1000" }],
    ["/user/exchangelist", {}],
    ["/user/fund-records", {}],
    ["/user/statements", {}],
    ["/user/statement", { ...statement, format: "csv" }],
    ["/user/statement", { ...statement, format: "pdf" }],
    ["/user/messages", {}],
    ["/market/stocks", { type }],
    ["/market/hot", { type }],
    ["/market/indexes", {}],
    ["/market/search", { q: code }],
    ["/market/stock", stock],
    ["/market/watchlist", {}],
    ["/trade/userstocklist", { type }],
    ["/trade/userstocklists", { type }],
    ["/trade/profit", {}],
    ["/trade/margin", {}],
    ["/trade/stock-fills", stock],
    ["/trade/preview-order", order],
  ];
  return [
    ...reading
      .filter(([path]) => context.http.fastify.hasRoute({ method: "POST", url: `/api/vue${path}` }))
      .map(([path, input]): Call => [path, () => input]),
    ["/trade/place-order", () => ({ ...order, request_id: randomUUID() })],
  ];
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
