import { expect, it, vi } from "vitest";
import { sql } from "../../apps/server/src/platform/sql/database.ts";
import { startTestApplication } from "./test-application.ts";

it("a call that a fault of ours answers shows the fault and where it arose", async () => {
  const app = await startTestApplication();
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const customer = await app.newCustomer();
    await sql`ALTER TABLE watched_stock RENAME TO somewhere_else`.execute(app.owner.reader);
    const { code } = await app.post("/market/watchlist", {}, customer);
    expect(code).toBe(500);
    const said = printed.mock.calls.join("\n");
    expect(said).toContain("/market/watchlist answered 500:");
    expect(said).toContain('relation "watched_stock" does not exist');
    expect(said).toMatch(/at .*\.ts:\d+/);
  } finally {
    printed.mockRestore();
    await app.stop();
  }
});
