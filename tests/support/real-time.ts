/**
 * The moment at which real time begins in each test database, as it is made: a Wednesday noon in Tokyo. `npm run
 * test:all` runs the server's tests again at other ones; the variable TEST_NOW, an ISO time, repeats a run.
 */
export const realTimeBegins = new Date(process.env["TEST_NOW"] ?? "2026-11-25T12:00:00+09:00");

if (Number.isNaN(realTimeBegins.getTime())) {
  throw new Error(`TEST_NOW is no time: ${process.env["TEST_NOW"]}`);
}
