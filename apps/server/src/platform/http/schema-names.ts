type Json = Record<string, unknown>;

/** A document of calls in which whatever is said twice, and every request and answer, has a name. */
export type NamedSchemas = {
  /** The schema's name where it has one, else itself with everything below it named. */
  inline(schema: unknown, hint: string): unknown;
  /** Names it in any case, after the call alone: another call's may say the same and change apart from it. */
  named(schema: Json, name: string): Json;
  schemas: Json;
};

/**
 * Names schemas: a call's request and answer by the call, a record that occurs more than once by the first one
 * that it stands in and its field. `given` have names by the contract itself, and
 * `everything` is all in which something may occur twice.
 */
export function nameSchemas(given: Json, everything: readonly unknown[]): NamedSchemas {
  const uses = new Map<string, number>();
  for (const schema of [...everything, ...Object.values(given)]) countRecords(schema, uses);
  const names = new Map<string, string>();
  const schemas: Json = {};
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  function named(schema: Json, hint: string): Json {
    if (typeof schema["$ref"] === "string") return schema;
    return isEmpty(schema) ? shared(schema, "Nothing") : describe(schema, free(hint));
  }

  function shared(schema: Json, hint: string): Json {
    const key = JSON.stringify(schema);
    const known = names.get(key);
    if (known !== undefined) return refTo(known);
    const name = free(hint);
    names.set(key, name);
    return describe(schema, name);
  }

  function describe(schema: Json, name: string): Json {
    // Its place before those that it consists of: a reader meets the whole first.
    schemas[name] = null;
    schemas[name] = within(schema, name);
    return refTo(name);
  }

  function inline(value: unknown, hint: string): unknown {
    if (Array.isArray(value)) return value.map((one) => inline(one, hint));
    if (!isJson(value)) return value;
    const isRepeated = isRecord(value) && (uses.get(JSON.stringify(value)) ?? 0) > 1;
    return isRepeated ? shared(value, hint) : within(value, hint);
  }

  function within(schema: Json, name: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([word, value]) => {
        if (word === "properties" && isJson(value)) {
          const fields = Object.entries(value).map(([field, inner]) => [
            field,
            inline(inner, name + pascal(field)),
          ]);
          return [word, Object.fromEntries(fields)];
        }
        return [word, inline(value, word === "items" ? `${name}Item` : name)];
      }),
    );
  }

  function free(name: string): string {
    for (let number = 1; ; number += 1) {
      const tried = number === 1 ? name : `${name}${number}`;
      if (!(tried in schemas)) return tried;
    }
  }

  for (const [name, schema] of Object.entries(given)) {
    names.set(JSON.stringify(schema), name);
    schemas[name] = null;
  }
  for (const [name, schema] of Object.entries(given)) {
    schemas[name] = isJson(schema) ? within(schema, name) : schema;
  }
  return { inline, named, schemas };
}

export function operationId(url: string): string {
  return url
    .replace("/api/", "")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replace(/_$/, "");
}

/** `/api/vue/trade/place-order` → `TradePlaceOrder`. */
export function operationName(url: string): string {
  return pascal(operationId(url).replace(/^vue_/, ""));
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Every object with fields, wherever it stands, by how often it does. */
export function countRecords(value: unknown, uses: Map<string, number>): void {
  if (Array.isArray(value)) for (const one of value) countRecords(one, uses);
  if (!isJson(value) || Array.isArray(value)) return;
  if (isRecord(value)) {
    const key = JSON.stringify(value);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  for (const inner of Object.values(value)) countRecords(inner, uses);
}

function isRecord(schema: Json): boolean {
  const fields = schema["properties"];
  return schema["type"] === "object" && isJson(fields) && Object.keys(fields).length > 0;
}

function isEmpty(schema: Json): boolean {
  const fields = schema["properties"];
  return schema["type"] === "object" && isJson(fields) && Object.keys(fields).length === 0;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
