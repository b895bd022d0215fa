import { join } from "node:path";

/** Tests that run side by side; the groups run one after the other. */
export interface TestGroup {
  readonly title: string;
  /** Of `vitest.config.ts`. */
  readonly projects: readonly string[];
  readonly needsBrowser?: boolean;
  /** Where real time begins, if not at the tests' usual moment. */
  readonly at?: string;
}

/**
 * By folder of the server, its tests that the gate leaves out: backups, kills, power cuts, clocks that leap, and what
 * the rest mostly runs through as well (docs/decisions/0186).
 */
const laterByFolder: Readonly<Record<string, string>> = {
  ".": "instance-claim power-cuts",
  "market-feed": "candles",
  "market-feed/replay": "damaged-files plain-rows record-texts recorded-quote replay-feed",
  "market-feed/seed": "market-pin",
  "market-feed/simulated":
    "base-prices debut extended-quote hierarchy kept-days new-company secret-days session-auctions simulated-feed simulated-indexes simulated-passed",
  "market/company": "calendar expected-dates figures",
  "market/market": "adjustment-factors day-lines market verify-market",
  "market/news": "news",
  "market/stream": "stream",
  "market/trading-halts": "rule-halts",
  "money/assets": "closed-days day-result late-flows many-flows net-assets",
  "money/deposits": "saturday",
  "money/statements": "closed-days past-balances statements statements.pdf statements.pdftotext",
  "money/verification": "verification",
  "money/withdrawals": "promises",
  "office/books": "book-check-plans book-check-rests forged-records forged-words",
  "office/customers-admin": "customer-file customers-admin",
  "office/dashboard": "dashboard",
  "office/health": "health",
  "office/list-exports": "list-exports",
  "office/operators": "add-operator operator-reset secrets-asked",
  "office/site-admin": "site-admin",
  "people/accounts": "many-networks",
  "people/login-resets": "asking-time login-resets reset-holds",
  "people/passwords": "resets",
  "people/preferences": "preferences",
  "people/security": "factors",
  platform:
    "breached-passwords clock clock-steps log memory-at-rest operator-sessions sessions workbook",
  "platform/backup": "backup faulty-backups",
  "platform/http": "admission async-api caller-places docs trusted-proxies",
  "platform/objects": "object-stores",
  "platform/postgres": "data-folder-lock start-postgres",
  "platform/sql": "batch-input kept-in-memory migrate require-database",
  products: "ended-stocks first-content",
  "products/block-trades": "block-draws block-sales-in-steps kills",
  "products/copy-trading": "attacks backtest past-market replay simulated-products",
  "products/credit-loans": "attacks",
  "products/intraday": "leapt-over",
  "products/new-shares": "kills listing newcomers",
  "products/stock-lending": "share-recalls",
  "trading/code-changes": "recorded-renames",
  "trading/corporate-actions":
    "action-times actions-of-one-day alerts-over-splits cancelled-actions corporate-actions dividend-orders looks-through many-positions waiting-over-splits",
  "trading/holdings": "closing-holdings",
  "trading/margin":
    "interest-once margin-search margin-terms margin.hours margin.processes short-maintenance stepped-margin warning-prices",
  "trading/orders":
    "at-any-hour crossings extended-hours-apart extended-hours-attacked extended-leaps extended-prices-nowhere extended-steps fills-in-a-step leaps lots-by-day next-day-sale purchase-caps recorded-extended same-day-money simulated-steps stepped-clock",
  "trading/orders/asking": "margin-at-venue restricted-customers reversing",
  "trading/orders/batching": "overload",
  "trading/orders/closing": "recorded-ticks",
  "trading/orders/matching": "auction-orders auctions",
  "trading/orders/placing": "opening-batch",
  "trading/orders/working": "trail-book working-orders",
  "trading/portfolio": "position-pages profit replayed-day",
  "trading/positions": "past-positions",
  "trading/stock-ends": "auction-at-the-end ends-elsewhere late-exchange stock-ends",
  "trading/trading-calendars": "calendar-processes",
  "trading/venue-orders": "rough-line venue-orders",
};

export const serverFilesOutsideGate: readonly string[] = Object.entries(laterByFolder).flatMap(
  ([folder, names]) =>
    names.split(" ").map((name) => join("apps/server/src", folder, `${name}.test.ts`)),
);

/** Whether a `*.test.ts` file belongs to the gate. */
export function isInGate(path: string): boolean {
  return !serverFilesOutsideGate.includes(path) && !/^(tools|tests\/simulation)\//.test(path);
}

/**
 * Of the browser's tests what every change has to pass: ten journeys, each screen of both apps once in three
 * languages, and eight screens looked at for everybody. None takes longer than a quarter of a minute.
 */
export const browserFilesOfGate: readonly string[] = [
  "tests/e2e/backoffice.e2e.ts",
  "tests/e2e/backoffice-screens.e2e.ts",
  "tests/e2e/backoffice-site-screens.e2e.ts",
  "tests/e2e/before-withdrawal.e2e.ts",
  "tests/e2e/credit-loans.e2e.ts",
  "tests/e2e/exchange.e2e.ts",
  "tests/e2e/first-trade.e2e.ts",
  "tests/e2e/margin-trading.e2e.ts",
  "tests/e2e/messages.e2e.ts",
  "tests/e2e/money.e2e.ts",
  "tests/e2e/new-shares.e2e.ts",
  "tests/e2e/readable-desk.e2e.ts",
  "tests/e2e/readable-phone.e2e.ts",
  "tests/e2e/routes.e2e.ts",
  "tests/e2e/routes-of-my-page.e2e.ts",
  "tests/e2e/stock-lending.e2e.ts",
];

/** What `npm test` runs after the check. */
export const gateGroups: readonly TestGroup[] = [
  { title: "Unit tests", projects: ["unit"] },
  { title: "Tests of the server", projects: ["server"] },
  { title: "Browser tests", projects: ["e2e"], needsBrowser: true },
];

/** What `npm run test:all` runs after the gate. */
export const laterGroups: readonly TestGroup[] = [
  { title: "Longer tests of the server", projects: ["server-later"] },
  { title: "More browser tests", projects: ["e2e-later"], needsBrowser: true },
  { title: "Tests of the tools", projects: ["tools"] },
  { title: "Simulations", projects: ["simulation"] },
];

/** Moments at which a test, or the app, that takes today for granted does not hold; the usual one is in real-time.ts. */
const moments: readonly string[] = [
  "2026-12-31T12:00:00+09:00",
  "2027-01-04T12:00:00+09:00",
  "2027-02-08T12:00:00+09:00",
  // Two minutes before New York's clocks change.
  "2027-03-14T01:58:00-05:00",
  "2027-11-08T12:00:00+09:00",
  "2028-02-29T12:00:00+09:00",
  // And two minutes before midnight in Tokyo and in New York.
  "2026-11-25T23:58:00+09:00",
  "2026-11-25T23:58:00-05:00",
];

/** What `npm run test:all` runs last: the server's tests at each of the moments. */
export const momentGroups: readonly TestGroup[] = moments.map((at) => ({
  title: `Tests of the server at ${at}`,
  projects: ["server", "server-later"],
  at,
}));
