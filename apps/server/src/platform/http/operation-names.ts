import type { AnyRefusalCode } from "@sanshi/contract";
import type { NamedSchemas } from "./schema-names.ts";

type Json = Record<string, unknown>;

export function envelope(status: 0 | 1, msg: Json, data: Json): Json {
  return {
    type: "object",
    properties: { status: { const: status }, msg, data },
    required: ["status", "msg", "data"],
  };
}

export function refusalEnvelope(codes: readonly AnyRefusalCode[]): Json {
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

/** The same operation with its request, its answer and its refusals under the call's name. */
export function withNames(operation: Json, name: string, names: NamedSchemas): Json {
  const { parameters, requestBody, responses, ...rest } = operation as {
    parameters?: Json[];
    requestBody?: Json & { content: Record<string, { schema: Json }> };
    responses: Record<string, Json>;
  };
  return {
    ...rest,
    ...(parameters && { parameters: names.inline(parameters, `${name}Parameter`) }),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: namedContent(requestBody.content, (schema) =>
          names.named(schema, `${name}Request`),
        ),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        "content" in response ? namedResponse(response, name, names) : response,
      ]),
    ),
  };
}

function namedResponse(response: Json, name: string, names: NamedSchemas): Json {
  const content = response["content"] as Record<string, { schema: Json }>;
  return {
    ...response,
    content: namedContent(content, (schema) => {
      const { oneOf } = schema as { oneOf?: [Json, Json] };
      if (oneOf === undefined) return namedAnswer(schema, name, names);
      const [accepted, refused] = oneOf;
      return {
        oneOf: [namedAnswer(accepted, name, names), names.named(refused, `${name}Refusal`)],
      };
    }),
  };
}

/** The envelope by the call, and what it carries: that is what a program has a type for. */
function namedAnswer(schema: Json, name: string, names: NamedSchemas): Json {
  const fields = schema["properties"] as Json | undefined;
  if (fields === undefined) return schema;
  const carried = names.inline(fields["data"], `${name}Data`) as Json;
  const data = names.named(carried, `${name}Data`);
  return names.named({ ...schema, properties: { ...fields, data } }, `${name}Answer`);
}

function namedContent(
  content: Record<string, { schema: Json }>,
  named: (schema: Json) => Json,
): Record<string, { schema: Json }> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, { schema: named(schema) }]),
  );
}
