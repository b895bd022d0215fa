import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RandomSource } from "../random-source.ts";
import type { Caller, Credentials } from "./caller.ts";
import type { Operation } from "./linearizable.ts";

/** Signs up as everybody does; the same account and password again where the answer got lost. */
export async function signUp(
  caller: Caller,
  invitationCode: string,
  account: string,
): Promise<Credentials> {
  const password = "a long pass phrase 7";
  const registered = await caller.ask(
    "/user/register",
    { account, password, password2: password, invite_code: invitationCode, agree: "true" },
    null,
  );
  const signedIn =
    registered.body.status === 1
      ? registered
      : await caller.ask("/user/login", { account, password }, null);
  if (signedIn.body.status !== 1) throw new Error(`${account} could not sign in`);
  const short = { setting: "short", switched: "on" } as const;
  await caller.ask("/user/save-trading-preferences", short, signedIn.body.data);
  return signedIn.body.data;
}

export type Trader = {
  caller: Caller;
  random: RandomSource;
  credentials: Credentials;
  /** What the trading customers choose from. */
  market: readonly { code: string; price: number }[];
  /** The stock that those buy who watch their balance: their money lasts. */
  cheapest: string;
};

const thinkMsMax = 40;

/**
 * What every run meets, whatever chance brings besides: orders that only one of is paid for, of everybody
 * at once, and a sale of what is locked, which would be taken if it were asked for later.
 */
export async function raceForMoney(trader: Trader): Promise<void> {
  const own: string[] = [];
  await spend(trader, own);
  for (const id of own) {
    const sale = { id, kind: "market", request_id: randomUUID() } as const;
    await trader.caller.ask("/trade/close-position", sale, trader.credentials);
  }
}

/** Opens, closes and cancels dollars' worth of shares, with several calls at once now and then. */
export async function tradeUntil(isOver: () => boolean, trader: Trader): Promise<void> {
  const { random } = trader;
  const own: string[] = [];
  while (!isOver()) {
    const choice = random(20);
    if (choice === 19) await spend(trader, own);
    const burst = random(3) === 0 ? 2 + random(2) : 1;
    await Promise.all(
      Array.from({ length: burst }, () => {
        if (choice < 9 || own.length === 0) return open(trader, own);
        const id = own[random(own.length)] ?? "1";
        if (choice < 16) return close(trader, own, id);
        return trader.caller.ask("/trade/cancel-order", { id }, trader.credentials);
      }),
    );
    await sleep(random(thinkMsMax));
  }
}

async function open({ caller, random, credentials, market }: Trader, own: string[]): Promise<void> {
  const stock = market[random(market.length)]!;
  const isLimit = random(2) === 0;
  const { body } = await caller.ask(
    "/trade/place-order",
    {
      type: "usd",
      code: stock.code,
      side: random(4) === 0 ? "short" : "long",
      kind: isLimit ? "limit" : "market",
      ...(isLimit && { price: nearby(stock.price, random) }),
      quantity: String(1 + random(12)),
      leverage: String(1 + random(2)),
      request_id: randomUUID(),
    },
    credentials,
  );
  if (body.status === 1) own.push(body.data.id);
}

/** Three orders at once of which the money lasts for one: the race that a balance has to be guarded in. */
async function spend(trader: Trader, own: string[]): Promise<void> {
  const { caller, random, credentials, market } = trader;
  const { body } = await caller.ask("/user/getUserinfo", {}, credentials);
  if (body.status !== 1) return;
  const stock = market[random(market.length)]!;
  const quantity = Math.floor((Number(body.data.usd) * 0.6) / stock.price);
  if (quantity === 0) return;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const placed = await caller.ask(
        "/trade/place-order",
        {
          type: "usd",
          code: stock.code,
          side: "long",
          kind: "market",
          leverage: "1",
          quantity: String(quantity),
          request_id: randomUUID(),
        },
        credentials,
      );
      if (placed.body.status === 1) own.push(placed.body.data.id);
    }),
  );
}

async function close(
  { caller, random, credentials, market }: Trader,
  own: string[],
  id: string,
): Promise<void> {
  const isLimit = random(3) === 0;
  const stock = market[random(market.length)]!;
  const { body } = await caller.ask(
    "/trade/close-position",
    {
      id,
      kind: isLimit ? "limit" : "market",
      ...(isLimit && { price: nearby(stock.price, random) }),
      ...(random(2) === 0 && { quantity: String(1 + random(5)) }),
      request_id: randomUUID(),
    },
    credentials,
  );
  // One that has ended is tried a last time by whoever has it twice.
  if (body.status !== 1 && body.msg === "position_not_holding" && own.includes(id)) {
    own.splice(own.indexOf(id), 1);
  }
}

/** Within four per cent, in whole cents. */
function nearby(price: number, random: RandomSource): string {
  return (price * (0.96 + random(81) / 1_000)).toFixed(2);
}

/**
 * Buys at the market and reads the balance, several calls under way at once. Nothing of it waits, so
 * every change of the balance is one that this customer was told of.
 */
export async function watchBalanceUntil(
  isOver: () => boolean,
  { caller, random, credentials, cheapest }: Trader,
  history: Operation[],
): Promise<void> {
  async function act(): Promise<void> {
    if (random(2) === 0) {
      const { body, askedAt, answeredAt } = await caller.ask("/user/getUserinfo", {}, credentials);
      if (body.status !== 1) return;
      const balance = BigInt(body.data.jpy);
      history.push({ askedAt, answeredAt, effect: { kind: "read", balance } });
      return;
    }
    const { body, askedAt, answeredAt } = await caller.ask(
      "/trade/place-order",
      {
        type: "jpy",
        code: cheapest,
        side: "long",
        kind: "market",
        quantity: String(1 + random(3)),
        leverage: "1",
        request_id: randomUUID(),
      },
      credentials,
    );
    if (body.status !== 1) return;
    const amount = -BigInt(body.data.amount) - BigInt(body.data.fee);
    history.push({ askedAt, answeredAt, effect: { kind: "change", amount } });
  }
  while (!isOver()) {
    await Promise.all(Array.from({ length: 1 + random(3) }, act));
    await sleep(random(thinkMsMax));
  }
}
