import { calls, operatorCalls, type Call, type RefusalCode } from "@sanshi/contract";
import { refusalStatuses } from "@sanshi/contract/refusals";
import { refusalTexts } from "@sanshi/contract/refusal-texts/us";
import { streamPath } from "@sanshi/contract/stream";
import { z } from "zod";
import { customerBase } from "./http-server.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every call, written from the very schemas that check the calls. */
export function openApiDocument(): Json {
  const paths = {
    ...pathItems(calls, customerBase, "application/x-www-form-urlencoded"),
    ...pathItems(operatorCalls, "", "application/json"),
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Sanshi",
      version: "0.1.0",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: tagsOf(paths),
    paths,
    components: { securitySchemes, responses: sharedResponses() },
  };
}

const description = `Customers' calls are \`POST\` with form-encoded fields and the headers \`token\` and \`account\`;
operators' calls are \`POST\` with JSON, the session cookie and the header \`x-csrf-token\`.

Every answer is \`{status, msg, data}\`. \`status\` 1 is success; otherwise \`status\` is 0, \`msg\` is a code of
the refusals that each call lists, and \`params\` fills the gaps of its sentence. Amounts, prices and
quantities are decimal text, times are ISO 8601 in UTC. Unknown and repeated fields are malformed.

Quotes and the customer's own events come over the WebSocket at \`${streamPath}\`: the first message is
\`{"op":"sign-in","token":…,"account":…}\`, then \`{"op":"watch","symbols":["jpy:7203"]}\` replaces what is
watched, and \`{"op":"ping"}\` is answered with \`{"op":"pong"}\`.`;

const securitySchemes = {
  token: { type: "apiKey", in: "header", name: "token", description: "Answered by sign-in" },
  account: { type: "apiKey", in: "header", name: "account", description: "The same customer's" },
  operator: {
    type: "apiKey",
    in: "cookie",
    name: "sanshi_operator",
    description: "Set by sign-in",
  },
  csrf: { type: "apiKey", in: "header", name: "x-csrf-token", description: "Answered by sign-in" },
};

const security: Record<Call["access"], Record<string, readonly string[]>[]> = {
  anyone: [],
  customer: [{ token: [], account: [] }],
  operator: [{ operator: [], csrf: [] }],
};

function pathItems(described: Record<string, Call>, base: string, mediaType: string): Json {
  const items = Object.entries(described).map(([path, call]) => {
    const url = base + path;
    return [url, { post: operation(url, call, mediaType) }] as const;
  });
  return Object.fromEntries(items);
}

function operation(url: string, call: Call, mediaType: string): Json {
  const body = toSchema(call.input, "input");
  const hasFields = Object.keys((body["properties"] as Json | undefined) ?? {}).length > 0;
  return {
    operationId: url.replace("/api/", "").replaceAll(/[^A-Za-z0-9]+/g, "_"),
    tags: [tagOf(url)],
    summary: call.summary,
    description: refusalList(call.refusals),
    security: security[call.access],
    ...((hasFields || mediaType === "application/json") && {
      requestBody: {
        required: Array.isArray(body["required"]) || mediaType === "application/json",
        content: { [mediaType]: { schema: body } },
      },
    }),
    responses: responsesOf(call),
  };
}

/** `user`, `market`, `trade`; everything of the operators is one. */
function tagOf(url: string): string {
  return url.startsWith(customerBase) ? (url.split("/")[3] ?? "common") : "operators";
}

function tagsOf(paths: Json): { name: string }[] {
  return [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name }));
}

function refusalList(codes: readonly RefusalCode[]): string {
  if (codes.length === 0) return "Refuses nothing of its own.";
  const lines = codes.map((code) => `- \`${code}\`: ${refusalTexts[code]}`);
  return `Refusals, in the order in which they are decided:\n\n${lines.join("\n")}`;
}

function responsesOf(call: Call): Json {
  const ordinary = call.refusals.filter((code) => refusalStatuses[code] === 200);
  const accepted = envelope(1, { const: "ok" }, toSchema(call.output, "output"));
  const schema =
    ordinary.length === 0 ? accepted : { oneOf: [accepted, refusalEnvelope(ordinary)] };
  const codes = [
    "400",
    ...(call.access === "anyone" ? [] : ["401"]),
    ...(call.access === "operator" ? ["403"] : []),
    "413",
    "415",
    "429",
    "500",
    "503",
  ];
  return {
    "200": {
      description: "Done, or refused by a rule",
      content: { "application/json": { schema } },
    },
    ...Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/responses/${responseNames[code]}` }]),
    ),
  };
}

const responseNames: Record<string, string> = {
  "400": "malformed",
  "401": "not_signed_in",
  "403": "not_allowed",
  "413": "too_large",
  "415": "wrong_content_type",
  "429": "too_often",
  "500": "fault",
  "503": "overloaded",
};

/** What the transport itself answers, by HTTP status. */
function sharedResponses(): Json {
  const byStatus = Object.entries(responseNames).map(([status, name]) => {
    const codes = (Object.keys(refusalStatuses) as RefusalCode[]).filter(
      (code) => String(refusalStatuses[code]) === status,
    );
    const response = {
      description: codes.map((code) => refusalTexts[code]).join(" "),
      content: { "application/json": { schema: refusalEnvelope(codes) } },
    };
    return [name, response] as const;
  });
  return Object.fromEntries(byStatus);
}

function envelope(status: 0 | 1, msg: Json, data: Json): Json {
  return {
    type: "object",
    properties: { status: { const: status }, msg, data },
    required: ["status", "msg", "data"],
  };
}

function refusalEnvelope(codes: readonly RefusalCode[]): Json {
  const refused = envelope(0, { enum: codes }, { type: "null" });
  const text = { type: "string" };
  return {
    ...refused,
    properties: {
      ...(refused["properties"] as Json),
      params: { type: "object", additionalProperties: text },
      ...(codes.includes("invalid_request") && { fields: { type: "array", items: text } }),
    },
  };
}

function toSchema(type: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    override: ({ jsonSchema }) => {
      // The format says it, and nobody reads such a pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return schema as Json;
}
