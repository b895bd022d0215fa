import { dayMs, iso, type CopyProductForm, type CopyStrategy } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { madeAlready, setClosed } from "./products.store.ts";
import { faultOfForm, publishProduct } from "./publishing.ts";

type SimulatedProduct = {
  strategy: CopyStrategy;
  market: MarketKey;
  names: CopyProductForm["names"];
  lockUpDays: number;
  managementBasisPoints: number;
  performanceBasisPoints: number;
  /** Shown, tested and valued like the others, and never open to anybody's money: it did badly. */
  isClosed?: true;
};

const issuer = "Sanshi Asset Management";
const openDays = 365;

/** Within each market's last session, on an exchange's hours too. */
const termsOf = {
  jpy: { minimum: "10000", capacity: "500000000", seed: "10000000", valued_at_minute: 840 },
  usd: { minimum: "100", capacity: "5000000", seed: "100000", valued_at_minute: 900 },
  cny: { minimum: "500", capacity: "30000000", seed: "500000", valued_at_minute: 870 },
} as const;

/** Every strategy once, over the three markets. */
export const simulatedProducts: readonly SimulatedProduct[] = [
  {
    ...{ strategy: "momentum", market: "jpy", lockUpDays: 14 },
    names: { jp: "日本株モメンタム", cn: "日本股票动量", us: "Japan Momentum" },
    ...{ managementBasisPoints: 120, performanceBasisPoints: 1_000 },
  },
  {
    ...{ strategy: "low_volatility", market: "jpy", lockUpDays: 7 },
    names: { jp: "日本株 低ボラティリティ", cn: "日本股票低波动", us: "Japan Low Volatility" },
    ...{ managementBasisPoints: 80, performanceBasisPoints: 0 },
  },
  {
    ...{ strategy: "yesterdays_winners", market: "jpy", lockUpDays: 3, isClosed: true },
    names: { jp: "日本株 前日値上がり", cn: "日本股票昨日领涨", us: "Japan Yesterday’s Winners" },
    ...{ managementBasisPoints: 150, performanceBasisPoints: 1_500 },
  },
  {
    ...{ strategy: "equal_weight", market: "usd", lockUpDays: 3 },
    names: { jp: "米国株 均等配分", cn: "美国股票等权", us: "US Equal Weight" },
    ...{ managementBasisPoints: 50, performanceBasisPoints: 0 },
  },
  {
    ...{ strategy: "index_leveraged", market: "usd", lockUpDays: 7 },
    names: { jp: "米国株 主力レバレッジ", cn: "美国大盘杠杆", us: "US Large Caps Leveraged" },
    ...{ managementBasisPoints: 100, performanceBasisPoints: 1_000 },
  },
  {
    ...{ strategy: "pairs", market: "usd", lockUpDays: 30 },
    names: { jp: "米国株 ペアトレード", cn: "美国股票配对交易", us: "US Pairs" },
    ...{ managementBasisPoints: 150, performanceBasisPoints: 1_500 },
  },
  {
    ...{ strategy: "dividend", market: "cny", lockUpDays: 14 },
    names: { jp: "中国株 高配当", cn: "A股高股息", us: "China Dividend" },
    ...{ managementBasisPoints: 80, performanceBasisPoints: 500 },
  },
  {
    ...{ strategy: "mean_reversion", market: "cny", lockUpDays: 7 },
    names: { jp: "中国株 リターンリバーサル", cn: "A股均值回归", us: "China Mean Reversion" },
    ...{ managementBasisPoints: 120, performanceBasisPoints: 1_000 },
  },
];

/**
 * Publishes the strategies of the simulated market, each once, with the house's own money like any other. What they
 * would have done before is their test over the market's own past; what they do from now on is theirs. Answers
 * whether all are there: a market whose next valuation is too far away waits for its turn.
 */
export async function publishSimulatedProducts(
  context: Pick<Context, "database" | "clock" | "hours">,
): Promise<boolean> {
  const { database, clock, hours } = context;
  return database.transaction(async (transaction) => {
    const there = await madeAlready(transaction);
    let areAll = true;
    for (const product of simulatedProducts) {
      const madeAs = `${product.market}:${product.strategy}`;
      if (there.has(madeAs)) continue;
      const at = clock.now();
      const form = formOf(product, at);
      if (faultOfForm(form, at, hours) !== null) {
        areAll = false;
        continue;
      }
      const id = await publishProduct(transaction, form, { proposalId: null, madeAs, at });
      if (product.isClosed === true) await setClosed(transaction, id, at);
    }
    return areAll;
  });
}

function formOf(product: SimulatedProduct, now: number): CopyProductForm {
  const { strategy, market, names } = product;
  return {
    ...{ type: market, strategy, names, issuer, ...termsOf[market], cut_off_minutes: 30 },
    deadline: iso(now + openDays * dayMs),
    lock_up_days: product.lockUpDays,
    management_basis_points: product.managementBasisPoints,
    performance_basis_points: product.performanceBasisPoints,
  };
}
