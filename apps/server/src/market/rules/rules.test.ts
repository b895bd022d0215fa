import { ruleKeys, rulePublishers, rulesBody } from "@sanshi/contract";
import { rulesAddress } from "@sanshi/contract/constants";
import { publishers } from "@sanshi/rulebook";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const ask = (headers: Record<string, string> = {}) =>
  app.context.http.fastify.inject({ method: "GET", url: rulesAddress, headers });

it("gives everybody the rules of the markets as the rulebook has them, in the contract's shape", async () => {
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  const body = rulesBody.parse(answer.json());
  expect(body.markets.map(({ type }) => type)).toEqual(["jpy", "usd", "cny"]);
  const rules = body.markets.flatMap((one) => one.rules);
  expect(rules.find(({ id }) => id === "us_rule_201")).toMatchObject({
    subject: "short_selling",
    since: "2011-02-28",
    confirmed: true,
    texts: [
      {
        publisher: "sec",
        publisher_kind: "regulator",
        address: expect.stringMatching(/^http:\/\/www\.sec\.gov\//),
      },
    ],
    facts: [
      { name: "short_fall", value: "10", unit: "percent" },
      { name: "short_price", value: "best_bid", unit: "word" },
    ],
  });
  // A first day that is not known is none.
  expect(rules.find(({ id }) => id === "sse_tick_size")).toMatchObject({
    since: null,
    in_force_before: "2026-04-24",
  });
});

it("has words for every rule and publisher that it lists", async () => {
  const { markets } = rulesBody.parse((await ask()).json());
  const versions = markets
    .flatMap(({ rules }) => rules)
    .flatMap(({ changes, ...now }) => [now, ...changes]);
  const unnamed = versions
    .map(({ rule }) => rule)
    .filter((rule) => !ruleKeys.some((key) => key === rule));
  expect([...new Set(unnamed)]).toEqual([]);
  expect([...rulePublishers]).toEqual(Object.keys(publishers));
});

it("sends the same bytes again only to who has not got them", async () => {
  const first = await ask({ "accept-encoding": "gzip" });
  expect(first.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(rulesBody.safeParse(JSON.parse(gunzipSync(first.rawPayload).toString())).success).toBe(
    true,
  );
  const again = await ask({ "if-none-match": String(first.headers["etag"]) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
