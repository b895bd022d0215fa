import { randomUUID } from "node:crypto";
import { formatPrice, price } from "@sanshi/money";
import { workingOrdersMax } from "@sanshi/contract";
import { startOrders } from "../../apps/server/src/trading/orders/orders.ts";
import type { Quote } from "../../apps/server/src/market-feed/market-feed.ts";
import type { Customer } from "../../apps/server/src/platform/sessions.ts";
import { createDatabase } from "../../apps/server/src/platform/sql/database.ts";
import { signUpAll } from "../orders/customers.ts";
import { startTickingApplication } from "./application.ts";
import { customers, type FromPlacing } from "./messages.ts";

/** Places working orders a tenth below the market, as customers do, and ends. */
const wanted = Number(process.argv[2] ?? "0");
const ordersAtOnce = 400;

const { application } = await startTickingApplication(500);
const { context } = application;
const owner = createDatabase(process.env["DATABASE_OWNER_URL"] ?? "", { poolMax: 1 });
const accounts = await signUpAll(context, owner, customers);
await owner.close();
const signedIn: Customer[] = [];
for (const { token, account } of accounts) {
  const customer = await context.sessions.resolve(token, account);
  if (customer !== null) signedIn.push(customer);
}
if (wanted > signedIn.length * workingOrdersMax) throw new Error("so many may not wait");
const orders = await startOrders(context);
const quotes = context.quotes.all("jpy");
let next = 0;
await Promise.all(Array.from({ length: ordersAtOnce }, placeOn));
await orders.stop();
await application.close();
process.send?.({ kind: "placed", orders: wanted } satisfies FromPlacing);
process.disconnect();

async function placeOn(): Promise<void> {
  for (let number = next++; number < wanted; number = next++) {
    const customer = signedIn[number % signedIn.length];
    const quote = quotes[number % quotes.length];
    if (customer === undefined || quote === undefined) throw new Error("nobody to order for");
    const outcome = await orders.place(
      customer,
      {
        type: "jpy",
        code: quote.code,
        side: "long",
        kind: "limit",
        price: limitOf(quote, number),
        stopPrice: undefined,
        quantity: "100",
        leverage: "1",
        timeInForce: "until_cancelled",
        takeProfit: undefined,
        stopLoss: undefined,
      },
      randomUUID(),
    );
    if (!outcome.ok) throw new Error(`an order was refused: ${outcome.refusal.code}`);
  }
}

/** About a tenth below the market, on many levels, on every tick grid. */
function limitOf({ previousClose }: Quote, number: number): string {
  const step = previousClose >= 300_000_000n ? 1_000_000n : 100_000n;
  const level = (previousClose * 9n) / 10n - BigInt(number % 3) * step;
  return formatPrice(price(level - (level % step)), "JPY");
}
