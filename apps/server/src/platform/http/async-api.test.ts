import { createRequire } from "node:module";
import { calls, type CustomerEvent } from "@sanshi/contract";
import { streamPath } from "@sanshi/contract/stream";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { asyncApiDocument, asyncApiPath } from "./async-api.ts";

const require = createRequire(import.meta.url);
const schema = require("@asyncapi/specs/schemas/3.0.0.json") as object;

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

describe("the document of the stream", () => {
  it("is valid AsyncAPI 3.0", () => {
    // The schema brings draft 7, in which it is written, with itself.
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    });
    const isValid = ajv.compile(schema);
    expect(isValid(asyncApiDocument()) ? [] : isValid.errors).toEqual([]);
    expect(isValid({ ...asyncApiDocument(), asyncapi: "2.0.0" })).toBe(false);
  });

  it("describes every message of both sides, with each field of a quote", () => {
    const text = JSON.stringify(asyncApiDocument());
    for (const op of ["sign-in", "watch", "resume", "ping", "pong"])
      expect(text).toContain(`"${op}"`);
    for (const op of ["ready", "quotes", "event", "resumed", "gap", "refused"]) {
      expect(text).toContain(`"${op}"`);
    }
    const { components } = asyncApiDocument() as {
      components: {
        schemas: Record<string, { properties: Record<string, { description: string }> }>;
      };
    };
    const { properties } = components.schemas["QuoteFragment"]!;
    expect(Object.keys(properties).join("")).toBe("kslcpbahwvuto");
    expect(Object.values(properties).filter(({ description }) => !description)).toEqual([]);
  });

  it("has every kind of event that the server can send, and says whether it can be resumed", () => {
    // Does not compile where the server's type of an event has another kind, or one less.
    const kinds = {
      order_filled: true,
      order_cancelled: true,
      position_closed: true,
      balance_changed: true,
      message: true,
      service_message: true,
      price_alert: true,
      signed_out: true,
    } as const satisfies Record<CustomerEvent["kind"], true>;
    const { components } = asyncApiDocument() as {
      components: {
        schemas: {
          CustomerEvent: {
            anyOf: { description: string; properties: { kind: { const: string } } }[];
          };
        };
      };
    };
    const described = components.schemas.CustomerEvent.anyOf;
    expect(described.map(({ properties }) => properties.kind.const).toSorted()).toEqual(
      Object.keys(kinds).toSorted(),
    );
    for (const { description } of described) expect(description).toMatch(/[Tt]old live/);
  });

  it("is served beside the calls', to everybody", async () => {
    const { fastify } = app.context.http;
    await fastify.ready();
    const answer = await fastify.inject({ url: asyncApiPath });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(asyncApiDocument())));
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    const calls_ = await fastify.inject({ url: "/api/docs/json" });
    expect(calls_.json().info.description).toContain(asyncApiPath);
    expect(calls_.json().info.description).toContain(streamPath);
    expect(Object.keys(calls)).not.toContain(asyncApiPath);
  });
});
