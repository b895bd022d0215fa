import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDepthMax, parseJson } from "./json.ts";

describe("a JSON body", () => {
  it("is read as JSON reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,"a":2}'],
    ['{"a":1,"\\u0061":2}'],
    ['{"b":[{"a":1,"c":2,"a":3}]}'],
    ['{"a":{},"a":{}}'],
    ['{"__proto__":1,"__proto__":2}'],
  ])("is none where a field comes twice: %s", (body) => expect(parseJson(body)).toBeNull());

  it.each([
    ['{"a":"a","b":"a"}'],
    ['{"a":{"a":{"a":1}}}'],
    ['[{"a":1},{"a":2}]'],
    ['{"a":"b\\":","b":"{\\"b\\":1,\\"b\\":2}"}'],
  ])("may say the same word twice elsewhere: %s", (body) =>
    expect(parseJson(body)).toEqual(JSON.parse(body)),
  );

  it.each(["[", '{"a":'])("is none where it is nested too deep: %s", (opening) => {
    const closing = opening === "[" ? "]" : "}";
    const nested = (depth: number) => `${opening.repeat(depth)}1${closing.repeat(depth)}`;
    expect(parseJson(nested(jsonDepthMax))).toEqual(JSON.parse(nested(jsonDepthMax)));
    expect(parseJson(nested(jsonDepthMax + 1))).toBeNull();
    expect(parseJson(nested(32_000))).toBeNull();
  });

  it.each([[""], ["{"], ["{'a':1}"], ["undefined"], ["NaN"]])(
    "is none where it is broken: %j",
    (body) => expect(parseJson(body)).toBeNull(),
  );
});
