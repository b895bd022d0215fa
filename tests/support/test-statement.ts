import { minor, type Price } from "@sanshi/money";
import type {
  Statement,
  StatementTrade,
} from "../../apps/server/src/money/statements/statement.ts";

const at = Date.parse("2026-11-20T01:02:00Z");
const trade = (own: Partial<StatementTrade>): StatementTrade => ({
  ...{ at, market: "jpy", code: "7203", name: "トヨタ自動車", side: "long", opens: true },
  ...{ quantity: 1_200n, price: 30_950_000n as unknown as Price, amount: minor(3_714_000n) },
  ...{ fee: minor(275n), profit: null, feed: "simulated" },
  ...own,
});

/** Names in Latin letters, kana, simplified characters and all of them; a fraction, a loss and a large sum. */
const trades = [
  trade({ feed: "extended:simulated" }),
  trade({ name: "ソニーグループ", code: "6758", opens: false, profit: minor(-12_345n) }),
  trade({ market: "usd", code: "BRK.B", name: "Berkshire Hathaway", profit: minor(987_654n) }),
  trade({ market: "cny", code: "000001", name: "平安银行", fee: minor(550n), side: "short" }),
  trade({ market: "cny", code: "688981", name: "中芯国际 SMIC", amount: minor(98_765_432_100n) }),
];

/** A statement whose trades take two pages. */
export const statementIn = (language: Statement["language"]): Statement => ({
  account: "0000000009",
  period: { from: "2026-11-01", to: "2026-11-30", begins: at, ends: at },
  asOf: at,
  isSimulated: true,
  language,
  balances: [
    { currency: "JPY", purpose: "available", before: minor(-5_000n), after: minor(10n ** 12n) },
  ],
  movements: [],
  // So many that the last stand on a second page.
  trades: Array.from({ length: 8 }, () => trades).flat(),
  isTruncated: false,
  holdings: [],
  auditHead: "0123",
});
