import { calls, operatorCalls } from "@sanshi/contract";
import { Validator } from "@seriousme/openapi-schema-validator";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { customerBase } from "./http-server.ts";
import { openApiDocument } from "./openapi.ts";
import { countRecords } from "./schema-names.ts";

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
};
type Json = Record<string, unknown>;
const document = openApiDocument() as {
  paths: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Json> };
};
const { schemas } = document.components;

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
    const list = JSON.stringify(schemas["UserWithdrawallistData"]);
    expect(list).toContain("#/components/schemas/Withdrawal");
    expect(JSON.stringify(document)).not.toContain("$defs");
    expect(info.description).toContain("at most 50 calls a second");
    expect(JSON.stringify(openApiDocument()["components"])).toContain("retry-after");
  });

  it("has a name for every request, every answer and what it carries", () => {
    const anonymous: string[] = [];
    const isNamed = (schema: unknown) => JSON.stringify(schema).startsWith('{"$ref"');
    for (const [url, item] of Object.entries(document.paths)) {
      const { requestBody, responses } = Object.values(item)[0]!;
      const answer = responses["200"] as { content: Record<string, { schema: Json }> };
      const { schema } = answer.content["application/json"]!;
      const answers = (schema["oneOf"] as Json[] | undefined) ?? [schema];
      const bodies = Object.values(requestBody?.content ?? {}).map((body) => body.schema);
      if (![...answers, ...bodies].every(isNamed)) anonymous.push(url);
      const name = String(answers[0]?.["$ref"]).split("/").at(-1) ?? "";
      const envelope = schemas[name] as { properties: { data: Json } };
      if (!isNamed(envelope.properties.data)) anonymous.push(`${url}: data`);
    }
    expect(anonymous).toEqual([]);
    const odd = Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name));
    expect(odd).toEqual([]);
  });

  it("describes no record twice, and refers to none that it does not describe", () => {
    const uses = new Map<string, number>();
    // What one call takes, answers or refuses is its own, also where another one's says the same.
    const isOneCalls = (name: string) => /(?:Request|Answer|Refusal)$/.test(name);
    for (const [name, schema] of Object.entries(schemas)) {
      countRecords(isOneCalls(name) ? Object.values(schema) : schema, uses);
    }
    countRecords([document.paths, openApiDocument()["responses"]], uses);
    expect([...uses].filter(([, count]) => count > 1)).toEqual([]);
    const referred = [
      ...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g),
    ].map(([, name]) => name ?? "");
    expect(referred.filter((name) => !(name in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !referred.includes(name))).toEqual([]);
  });

  it("says what every number that is a state means", () => {
    const unsaid: string[] = [];
    for (const [name, schema] of Object.entries(schemas)) {
      const { properties = {} } = schema as { properties?: Record<string, Json> };
      for (const [field, inner] of Object.entries(properties)) {
        const isState =
          /^(?:status|state|verification)$/.test(field) && inner["type"] === "integer";
        if (isState && !/\d .*\d /.test(String(inner["description"])))
          unsaid.push(`${name}.${field}`);
      }
    }
    expect(unsaid).toEqual([]);
  });

  it("says of every customer's call among which others it is counted", () => {
    for (const [path, { access }] of Object.entries(calls)) {
      if (access !== "customer") continue;
      const { description } = document.paths[customerBase + path]!.post;
      expect([path, description]).toEqual([path, expect.stringContaining("Rate limit: counts")]);
    }
  });

  it("tells the fields, who may call, and every refusal of a call", () => {
    const { post } = document.paths["/api/vue/market/watch"]!;
    const body = post.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
    expect(body).toEqual({ $ref: "#/components/schemas/MarketWatchRequest" });
    const { properties } = schemas["MarketWatchRequest"] as { properties: object };
    expect(Object.keys(properties)).toEqual(["code", "type"]);
    expect(post.security).toEqual([{ token: [], account: [] }]);
    expect(JSON.stringify(post.responses["200"])).toContain("MarketWatchRefusal");
    expect(JSON.stringify(schemas["MarketWatchRefusal"])).toContain("watchlist_full");
    expect(Object.keys(post.responses)).toContain("401");
    expect(document.paths["/api/vue/user/login"]!.post.security).toEqual([]);
  });

  it("says of every customers' call why asking again is safe", () => {
    const described = openApiDocument() as { paths: Record<string, { post: Operation }> };
    for (const path of Object.keys(calls)) {
      const { description } = described.paths[customerBase + path]!.post;
      expect([path, description]).toEqual([path, expect.stringMatching(/^Asking again: [A-Z]/m)]);
    }
  });

  it("is served, with a page to read it that runs only its own scripts", async () => {
    const { fastify } = app.context.http;
    const json = await fastify.inject({ url: "/api/docs/json" });
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const yaml = await fastify.inject({ url: "/api/docs/yaml" });
    expect(yaml.body).toMatch(/^openapi: 3\.1\.0\n/);
    const page = await fastify.inject({ url: "/api/docs" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  });

  it("refuses a page that it does not have as the rest of the site does", async () => {
    const { fastify } = app.context.http;
    const [none, elsewhere] = await Promise.all(
      ["/api/docs/none", "/api/none"].map((url) => fastify.inject({ url })),
    );
    expect([none?.statusCode, none?.json()]).toEqual([elsewhere?.statusCode, elsewhere?.json()]);
    const head = await fastify.inject({ method: "HEAD", url: "/api/docs" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  it("goes out compressed, and not again to a client that has it", async () => {
    const { fastify } = app.context.http;
    for (const url of ["/api/docs/json", "/api/docs/yaml"]) {
      const plain = await fastify.inject({ url });
      const sent = await fastify.inject({ url, headers: { "accept-encoding": "gzip" } });
      expect(sent.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(sent.rawPayload).toString()).toBe(plain.body);
      expect(sent.rawPayload.length * 5).toBeLessThan(plain.body.length);
      const etag = String(sent.headers["etag"]);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await fastify.inject({ url, headers: { "if-none-match": known } });
        expect([again.statusCode, again.body]).toEqual([304, ""]);
      }
    }
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
