import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

/** One of every kind of answer. The page and its file are there only where the app was built. */
const kinds: readonly (readonly [name: string, method: "GET" | "POST", url: string])[] = [
  ["a call's data", "POST", "/api/vue/common/config"],
  ["a refusal", "POST", "/api/vue/user/getUserinfo"],
  ["an operators' refusal", "POST", "/api/ops/sign-out"],
  ["an unknown call", "POST", "/api/vue/nothing"],
  ["an unknown path", "GET", "/nothing"],
  ["a path that cannot be decoded", "GET", "/%E0%A4%A"],
  ["the page", "GET", "/"],
  ["the back office", "GET", "/backoffice/"],
  ["the way to the back office", "GET", "/backoffice"],
  ["the calls' description", "GET", "/api/docs/json"],
  ["the description's reader", "GET", "/api/docs/static/index.html"],
];

describe("every kind of answer", () => {
  it.each(kinds)(
    "is never sniffed, names no software and opens to no other origin: %s",
    async (_name, method, url) => {
      const { headers } = await app.context.http.fastify.inject({ method, url });
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["server"] ?? headers["x-powered-by"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  it.each(kinds.filter(([name]) => !/description|way/.test(name)))(
    "keeps the browser to encrypted connections once it came over one: %s",
    async (_name, method, url) => {
      const asked = async (headers: Record<string, string>) => {
        const answer = await app.context.http.fastify.inject({ method, url, headers });
        // Until the app is built, its page is a sentence for whoever builds it.
        const isBuilt = !answer.body.startsWith("The web app is not built");
        return isBuilt ? answer.headers["strict-transport-security"] : "not built";
      };
      expect(await asked({ "x-forwarded-proto": "https" })).toMatch(/^max-age=|^not built$/);
      expect((await asked({})) ?? "not built").toBe("not built");
    },
  );

  it.each(kinds.filter(([, , url]) => url !== "/api/docs/json"))(
    "has a policy that lets no other page frame it and no foreign script run: %s",
    async (_name, method, url) => {
      const { headers } = await app.context.http.fastify.inject({
        method,
        url,
        headers: { host: "evil.example" },
      });
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src ");
      expect(policy).not.toContain("evil.example");
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    },
  );
});
