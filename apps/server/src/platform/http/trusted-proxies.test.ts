import { describe, expect, it } from "vitest";
import { startTestApplication } from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../sql/database.ts";

/** Whom a sign-in with this header, sent by a peer on this machine, counts for. */
async function countedFor(environment: Record<string, string>, headers: Record<string, string>) {
  const app = await startTestApplication(environment);
  try {
    await app.context.http.fastify.inject({
      method: "POST",
      url: "/api/vue/user/login",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: "account=1234567890&password=wrong",
    });
    const found = await rows(
      app.context.database.reader,
      sql<{ key: string }>`SELECT key FROM try_counter WHERE key LIKE 'sign-in:address:%'`,
    );
    return found.map(({ key }) => key.replace("sign-in:address:", ""));
  } finally {
    await app.stop();
  }
}

const proxy = { TRUSTED_PROXIES: "127.0.0.0/8" };

describe("where a call comes from", () => {
  it("is what the peer says of itself, where it is no trusted proxy", async () => {
    const forged = { "x-forwarded-for": "203.0.113.9" };
    expect(await countedFor({}, forged)).toEqual(["127.0.0.1"]);
    expect(await countedFor({ TRUSTED_PROXIES: "10.0.0.7" }, forged)).toEqual(["127.0.0.1"]);
  });

  it("is what a trusted proxy saw, and not what the customer told the proxy", async () => {
    expect(await countedFor(proxy, {})).toEqual(["127.0.0.1"]);
    expect(await countedFor(proxy, { "x-forwarded-for": "198.51.100.1, 203.0.113.9" })).toEqual([
      "203.0.113.9",
    ]);
  });

  it("counts a whole IPv6 line as one", async () => {
    expect(await countedFor(proxy, { "x-forwarded-for": "2001:db8:1:2:3::4" })).toEqual([
      "2001:db8:1:2::/64",
    ]);
  });
});
