import {
  allRefusalStatuses,
  calls,
  operatorCalls,
  repeatKinds,
  repeats,
  type AnyRefusalCode,
  type Call,
  type CallPath,
  type OperatorCall,
} from "@sanshi/contract";
import { operatorRefusalTexts } from "@sanshi/contract/operator-refusal-texts/us";
import { refusalTexts } from "@sanshi/contract/refusal-texts/us";
import { streamPath } from "@sanshi/contract/stream";
import { z } from "zod";
import { kindOf, type CallKind } from "./admission.ts";
import { burstSeconds, callsPerSecondDefault, customersOfNetwork } from "./call-rates.ts";
import { customerBase } from "./http-server.ts";
import { envelope, refusalEnvelope, withNames } from "./operation-names.ts";
import { nameSchemas, operationId, operationName } from "./schema-names.ts";

type Json = Record<string, unknown>;
type AnyCall = Call | OperatorCall;

const texts: Record<AnyRefusalCode, string> = { ...refusalTexts, ...operatorRefusalTexts };

/** The OpenAPI 3.1 document of every call, written from the very schemas that check the calls. */
export function openApiDocument(): Json {
  const paths = {
    ...pathItems(calls, customerBase, "application/x-www-form-urlencoded"),
    ...pathItems(operatorCalls, "", "application/json"),
  };
  return withNamedSchemas({
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
  });
}

/** Each request, answer and record has one description and a name, wherever it occurs. */
function withNamedSchemas(document: Json & { paths: Json; components: Json }): Json {
  const given: Json = {};
  const { paths, components, ...rest } = hoisted(document, given) as typeof document;
  const names = nameSchemas(given, [paths, components]);
  const named = Object.entries(paths).map(([url, item]) => {
    const [[method, described] = ["", {}]] = Object.entries(item as Record<string, Json>);
    return [url, { [method]: withNames(described, operationName(url), names) }] as const;
  });
  const responses = names.inline(components["responses"], "Refusal") as Json;
  return {
    ...rest,
    paths: Object.fromEntries(named),
    components: { ...components, responses, schemas: names.schemas },
  };
}

/** The contract's own names go into `schemas`, from wherever a call was described with them. */
function hoisted(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => hoisted(one, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { $defs, ...rest } = value as Json;
  if ($defs !== undefined) Object.assign(schemas, hoisted($defs, schemas));
  return Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [
      name,
      name === "$ref" && typeof inner === "string"
        ? inner.replace("#/$defs/", "#/components/schemas/")
        : hoisted(inner, schemas),
    ]),
  );
}

const description = `Customers' calls are \`POST\` with form-encoded fields (\`multipart/form-data\` where a file goes along)
and the headers \`token\` and \`account\`;
operators' calls are \`GET\` with a query or \`POST\` with JSON, with the session cookie, and \`POST\` also
with the header \`x-csrf-token\`.

Every answer is \`{status, msg, data}\`. \`status\` 1 is success; otherwise \`status\` is 0, \`msg\` is a code of
the refusals that each call lists, and \`params\` fills the gaps of its sentence. Amounts, prices and
quantities are decimal text, times are ISO 8601 in UTC. Unknown and repeated fields are malformed.

Quotes and the customer's own events come over the WebSocket at \`${streamPath}\`: the first message is
\`{"op":"sign-in","token":…,"account":…}\`, then \`{"op":"watch","symbols":["jpy:7203"]}\` replaces what is
watched, and \`{"op":"ping"}\` is answered with \`{"op":"pong"}\`. Its messages, the fields of a quote and
what a gap is are described in AsyncAPI at \`/api/docs/stream\`.

One customer makes at most ${callsPerSecondDefault} calls a second (the setting \`CUSTOMER_CALLS_PER_SECOND\`), and
${burstSeconds} seconds' worth of them at once, for each kind of call: those that let people out (cancelling, closing,
bracket), those that open positions, and all others. Beyond is answered with 429. What needs no sign-in is counted by the network that asks, which
may do so as often as ${customersOfNetwork} customers. Sign-ins and passwords have
limits of their own, and say so by \`too_many_tries\`.`;

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

const security: Record<AnyCall["access"], Record<string, readonly string[]>[]> = {
  anyone: [],
  customer: [{ token: [], account: [] }],
  operator: [{ operator: [], csrf: [] }],
};

function pathItems(described: Record<string, AnyCall>, base: string, mediaType: string): Json {
  const items = Object.entries(described).map(([path, call]) => {
    const url = (base + path).replaceAll(/:(\w+)/g, "{$1}");
    const isRead = "method" in call && call.method === "GET";
    return [
      url,
      {
        [isRead ? "get" : "post"]: operation(
          url,
          call,
          isRead ? null : mediaTypeOf(call, mediaType),
        ),
      },
    ] as const;
  });
  return Object.fromEntries(items);
}

function mediaTypeOf(call: AnyCall, usual: string): string {
  return "files" in call && call.files !== undefined ? "multipart/form-data" : usual;
}

/** Without a media type the fields come in the query. */
function operation(url: string, call: AnyCall, mediaType: string | null): Json {
  const { parameters, body } = splitInput(url, toSchema(call.input, "input"), mediaType === null);
  const hasFields = Object.keys((body["properties"] as Json | undefined) ?? {}).length > 0;
  return {
    operationId: operationId(url),
    tags: [tagOf(url)],
    summary: call.summary,
    description: [
      permissionLine(call),
      rateLine(url, call),
      repeatLine(url),
      refusalList(call.refusals),
    ].join(""),
    security: security[call.access],
    ...(parameters.length > 0 && { parameters }),
    ...(mediaType !== null &&
      (hasFields || mediaType === "application/json") && {
        requestBody: {
          required: Array.isArray(body["required"]) || mediaType === "application/json",
          content: { [mediaType]: { schema: body } },
        },
      }),
    responses: responsesOf(call),
  };
}

/** What of the input is in the path or the query, and what is left for the body. */
function splitInput(
  url: string,
  input: Json,
  isQuery: boolean,
): { parameters: Json[]; body: Json } {
  const properties = Object.entries((input["properties"] ?? {}) as Record<string, Json>);
  const required = (input["required"] ?? []) as string[];
  const place = (name: string) => (url.includes(`{${name}}`) ? "path" : isQuery ? "query" : "body");
  const parameters = properties
    .filter(([name]) => place(name) !== "body")
    .map(([name, schema]) => ({
      name,
      in: place(name),
      required: place(name) === "path" || required.includes(name),
      schema,
    }));
  const inBody = (name: string) => place(name) === "body";
  const stillRequired = required.filter(inBody);
  const body: Json = {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => inBody(name))),
    required: stillRequired,
  };
  if (stillRequired.length === 0) delete body["required"];
  return { parameters, body };
}

function permissionLine(call: AnyCall): string {
  const permission = "permission" in call ? call.permission : null;
  return permission === null ? "" : `Needs the permission \`${permission}\`.\n\n`;
}

/** In which of a customer's three buckets a call counts; strangers' calls are limited by their address. */
function rateLine(url: string, { access }: AnyCall): string {
  const call = Object.keys(calls).find((path) => customerBase + path === url);
  if (call === undefined || access !== "customer" || !isCallPath(call)) return "";
  return `Rate limit: counts among the ${kindWords[kindOf(call)]}, at most ${callsPerSecondDefault} a second, ${burstSeconds} seconds' worth at once.\n\n`;
}

const kindWords = {
  closing: "calls that let people out",
  opening: "calls that open positions",
  other: "other calls",
} as const satisfies Record<CallKind, string>;

const isCallPath = (path: string): path is CallPath => path in calls;

/** What a client may do where the answer was lost; operators' changes answer by the state they find. */
function repeatLine(url: string): string {
  const call = Object.entries(repeats).find(([path]) => customerBase + path === url);
  if (call === undefined) return "";
  const [, repeat] = call;
  const codes = typeof repeat === "string" ? null : repeat.seen.map((code) => `\`${code}\``);
  const line = typeof repeat === "string" ? repeatKinds[repeat] : repeatKinds.seen;
  return `Asking again: ${line}${codes === null ? "" : ` ${codes.join(" or ")}.`}\n\n`;
}

/** `user`, `market`, `trade`; everything of the operators is one. */
function tagOf(url: string): string {
  return url.startsWith(customerBase) ? (url.split("/")[3] ?? "common") : "operators";
}

function tagsOf(paths: Json): { name: string }[] {
  return [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name }));
}

function refusalList(codes: readonly AnyRefusalCode[]): string {
  if (codes.length === 0) return "Refuses nothing of its own.";
  const lines = codes.map((code) => `- \`${code}\`: ${texts[code]}`);
  return `Refusals, in the order in which they are decided:\n\n${lines.join("\n")}`;
}

function responsesOf(call: AnyCall): Json {
  const ordinary = call.refusals.filter((code) => allRefusalStatuses[code] === 200);
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
      content: {
        "application/json": { schema },
        ...("answersFile" in call &&
          call.answersFile && { "application/octet-stream": { schema: { type: "string" } } }),
      },
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
    const codes = (Object.keys(allRefusalStatuses) as AnyRefusalCode[]).filter(
      (code) => String(allRefusalStatuses[code]) === status,
    );
    const response = {
      description: codes.map((code) => texts[code]).join(" "),
      ...(status === "429" || status === "503" ? { headers: retryAfter } : {}),
      content: { "application/json": { schema: refusalEnvelope(codes) } },
    };
    return [name, response] as const;
  });
  return Object.fromEntries(byStatus);
}

const retryAfter = {
  "retry-after": {
    description: "Seconds after which to come again",
    schema: { type: "integer", minimum: 1 },
  },
};

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
