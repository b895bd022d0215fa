import { calls, operatorCalls } from "@sanshi/contract";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { customerBase } from "./http-server.ts";
import { openApiDocument } from "./openapi.ts";

type Operation = {
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
};
const document = openApiDocument() as { paths: Record<string, { post: Operation }> };

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await app.context.http.fastify.ready();
});
afterAll(() => app.stop());

describe("the document of the calls", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it("names every call of the contract and no other", () => {
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        ...Object.keys(calls).map((path) => customerBase + path),
        ...Object.keys(operatorCalls).map(withBraces),
      ].sort(),
    );
  });

  it("names every call that is served, and every call that it names is served", () => {
    expect(servedPaths().sort()).toEqual(Object.keys(document.paths).sort());
  });

  it("names the records, says what their states mean, and how often one may call", () => {
    const { components, info } = openApiDocument() as unknown as {
      components: {
        schemas: Record<string, { properties: Record<string, { description?: string }> }>;
      };
      info: { description: string };
    };
    const { HeldStock, Withdrawal, Deposit } = components.schemas;
    expect(HeldStock?.properties["status"]?.description).toContain("3 pending");
    expect(Withdrawal?.properties["status"]?.description).toContain("0 under review");
    expect(Deposit?.properties["status"]?.description).toContain("1 approved");
    const list = JSON.stringify(document.paths["/api/vue/user/withdrawallist"]);
    expect(list).toContain("#/components/schemas/Withdrawal");
    expect(JSON.stringify(document)).not.toContain("$defs");
    expect(info.description).toContain("at most 50 calls a second");
    expect(JSON.stringify(openApiDocument()["components"])).toContain("retry-after");
  });

  it("tells the fields, who may call, and every refusal of a call", () => {
    const { post } = document.paths["/api/vue/market/watch"]!;
    const body = post.requestBody?.content["application/x-www-form-urlencoded"]?.schema.properties;
    expect(Object.keys(body ?? {})).toEqual(["code", "type"]);
    expect(post.security).toEqual([{ token: [], account: [] }]);
    const text = JSON.stringify(post.responses["200"]);
    expect(text).toContain("watchlist_full");
    expect(Object.keys(post.responses)).toContain("401");
    expect(document.paths["/api/vue/user/login"]!.post.security).toEqual([]);
  });

  it("says of every customers' call why asking again is safe", () => {
    const described = openApiDocument() as { paths: Record<string, { post: Operation }> };
    for (const path of Object.keys(calls)) {
      const { description } = described.paths[customerBase + path]!.post;
      expect([path, description]).toEqual([path, expect.stringMatching(/^Asking again: [A-Z]/)]);
    }
  });

  it("is served, with a page to read it that runs only its own scripts", async () => {
    const { fastify } = app.context.http;
    const json = await fastify.inject({ url: "/api/docs/json" });
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await fastify.inject({ url: "/api/docs" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  });
});

function withBraces(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** The routes under /api of the running server: those of a POST, and the operators' of a GET. */
function servedPaths(): string[] {
  const isOperators = (path: string) => path.startsWith("/api/ops/");
  return [...servedBy("POST"), ...servedBy("GET").filter(isOperators)].map(withBraces);
}

function servedBy(method: "GET" | "POST"): string[] {
  const tree = app.context.http.fastify.printRoutes({ commonPrefix: false, method });
  const paths: string[] = [];
  const parents: string[] = [];
  for (const line of tree.split("\n")) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(\S+)( \(.*\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", part = "", methods] = match;
    parents.length = indent.length / 4;
    parents.push(part);
    if (methods !== undefined) paths.push(parents.join(""));
  }
  return paths.filter((path) => path.startsWith("/api/"));
}
