import { randomUUID } from "node:crypto";
import type { Context } from "../../apps/server/src/context.ts";

const password = "a long pass phrase 7";
const firstAccount = 5_000_000_000;

/** What each of them holds: a purchase, one with borrowed money and a short in each market's own currency. */
const openings = [
  { type: "jpy", side: "long", leverage: "1" },
  { type: "jpy", side: "long", leverage: "2" },
  { type: "jpy", side: "short", leverage: "1" },
  { type: "usd", side: "long", leverage: "2" },
] as const;

/** So many customers by the calls that everybody has, each with positions in stocks of its own. */
export async function signUpTraders(context: Context, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const who = await post<{ token: string; account: string }>(context, "/user/register", {
      account: String(firstAccount + index),
      password,
      password2: password,
      invite_code: "BENCHED1",
      agree: "true",
    });
    await post(
      context,
      "/user/save-trading-preferences",
      { setting: "short", switched: "on" },
      who,
    );
    for (const [place, opening] of openings.entries()) {
      const codes = context.quotes.instruments(opening.type).map(({ code }) => code);
      const from = (index * openings.length + place) % codes.length;
      await openFirst(context, who, opening, [...codes.slice(from), ...codes.slice(0, from)]);
    }
  }
}

/** In the first of these stocks that is offered so. */
async function openFirst(
  context: Context,
  who: { token: string; account: string },
  opening: (typeof openings)[number],
  codes: readonly string[],
): Promise<void> {
  for (const code of codes) {
    const order = { ...opening, code, kind: "market", quantity: "100", request_id: randomUUID() };
    const { msg } = await call(context, "/trade/place-order", order, who);
    if (msg === "ok") return;
    if (msg !== "short_not_offered") throw new Error(`${code} was refused: ${msg}`);
  }
  throw new Error("no stock is offered so");
}

async function post<Data>(
  context: Context,
  path: string,
  input: Record<string, string>,
  who?: { token: string; account: string },
): Promise<Data> {
  const { status, msg, data } = await call<Data>(context, path, input, who);
  if (status !== 1) throw new Error(`${path} was refused: ${msg}`);
  return data;
}

async function call<Data>(
  { http }: Context,
  path: string,
  input: Record<string, string>,
  who?: { token: string; account: string },
): Promise<{ status: number; msg: string; data: Data }> {
  const { body } = await http.fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...who },
    payload: new URLSearchParams(input).toString(),
  });
  return JSON.parse(body) as { status: number; msg: string; data: Data };
}
