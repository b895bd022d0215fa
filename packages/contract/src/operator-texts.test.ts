import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { operatorCalls } from "./index.ts";
import { operatorTexts, textsForCustomers } from "./operator-texts.ts";

/** What no code, number, time or address is. */
const prose = ["Ab 文", "Ab 文!"];

type Schema = z.core.$ZodType;
type Def = {
  type: string;
  innerType: Schema;
  shape: Readonly<Record<string, Schema>>;
  element: Schema;
  options: readonly Schema[];
  valueType: Schema;
};

/** The fields of a schema that take prose, each language as `*`. */
function proseFields(schema: Schema, at = ""): string[] {
  const def = schema._zod.def as unknown as Def;
  const within = (inner: Schema, name: string) =>
    proseFields(inner, [at, name].filter((part) => part !== "").join("."));
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return proseFields(def.innerType, at);
    case "object":
      return Object.entries(def.shape).flatMap(([name, inner]) =>
        within(inner, ["jp", "cn", "us"].includes(name) ? "*" : name),
      );
    case "array":
      return proseFields(def.element, at);
    case "union":
      return def.options.flatMap((option) => proseFields(option, at));
    case "record":
      return within(def.valueType, "*");
    case "unknown":
      return [at];
    case "string":
      return prose.some((text) => (schema as z.ZodType).safeParse(text).success) ? [at] : [];
    case "enum":
    case "literal":
    case "number":
    case "boolean":
      return [];
    default:
      throw new Error(`${at} is a ${def.type}, which this test does not know`);
  }
}

describe("what operators write", () => {
  it("is listed by call and field with what keeps it from customers until it may reach them", () => {
    const found = Object.entries(operatorCalls)
      .filter(([, call]) => call.method === "POST")
      .map(([path, call]) => [path, [...new Set(proseFields(call.input))].toSorted()] as const)
      .filter(([, fields]) => fields.length > 0);
    const listed = Object.entries(operatorTexts).map(
      ([path, fields]) => [path, Object.keys(fields).toSorted()] as const,
    );
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(found));
  });

  it("finds a field of prose however deep it stands", async () => {
    const { z } = await import("zod");
    const schema = z.strictObject({
      form: z.array(z.strictObject({ names: z.strictObject({ jp: z.string() }).nullish() })),
      state: z.enum(["open"]),
      amount: z.string().regex(/^\d+$/),
    });
    expect(proseFields(schema)).toEqual(["form.names.*"]);
  });

  it("is looked through where customers may come to read it, and nowhere else", () => {
    const input = {
      form: { names: { jp: "一", cn: "二", us: "three" }, sponsor: "four", type: "jpy" },
      note: "inside",
    };
    expect(textsForCustomers("/api/ops/offerings/draft", input)).toEqual([
      ...["一", "二", "three", "four", "jpy"],
    ]);
    expect(textsForCustomers("/api/ops/cases/:queue/:id/comments/add", { body: "x" })).toEqual([]);
    expect(textsForCustomers("/api/ops/deposits/:id/decision", { explanation: "x" })).toEqual([
      "x",
    ]);
  });
});
