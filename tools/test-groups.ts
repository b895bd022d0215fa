/** Tests that run side by side; the groups run one after the other. */
export interface TestGroup {
  readonly title: string;
  /** Of `vitest.config.ts`. */
  readonly projects: readonly string[];
  readonly needsBrowser?: boolean;
  /** Where real time begins, if not at the tests' usual moment. */
  readonly at?: string;
}

/** Of the server's tests what takes long and has nearer tests in the gate: backups, kills, power cuts. */
export const serverFilesOutsideGate: readonly string[] = [
  "apps/server/src/money/statements/statements.pdftotext.test.ts",
  "apps/server/src/platform/backup/backup.test.ts",
  "apps/server/src/platform/backup/faulty-backups.test.ts",
  "apps/server/src/platform/postgres/start-postgres.test.ts",
  "apps/server/src/power-cuts.test.ts",
  "apps/server/src/products/block-trades/kills.test.ts",
  "apps/server/src/products/new-shares/kills.test.ts",
  "apps/server/src/trading/venue-orders/rough-line.test.ts",
];

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

/** What `npm run test:all` runs last: the server's tests of the gate at each of the moments. */
export const momentGroups: readonly TestGroup[] = moments.map((at) => ({
  title: `Tests of the server at ${at}`,
  projects: ["server"],
  at,
}));
