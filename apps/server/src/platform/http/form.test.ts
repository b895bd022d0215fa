import { expect, test } from "vitest";
import { parseForm } from "./form.ts";

test("reads fields as they were sent, with what was encoded", () => {
  const body = "code=7203&side=long&empty=&bare&sum=1=2&name=%E5%B1%B1%E7%94%B0+%C3%A9";
  const fields = { code: "7203", side: "long", empty: "", bare: "", sum: "1=2", name: "山田 é" };
  expect(Object.entries(parseForm(body) ?? {})).toEqual(Object.entries(fields));
  expect(Object.keys(parseForm("") ?? { any: "" })).toEqual([]);
});

test("takes no name for more than a name", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
  const fields = parseForm(names.map((name) => `${name}=of+${name}`).join("&"));
  expect(Object.entries(fields ?? {})).toEqual(names.map((name) => [name, `of ${name}`]));
  for (const name of names) expect(name in (parseForm("code=7203") ?? {})).toBe(false);
  expect(({} as Record<string, unknown>)["code"]).toBeUndefined();
});

test.each(["a=1&a=2", "__proto__=1&__proto__=2", "=1", "a=1&", "&a=1", "a=%ff", "%=1", "a=%E5%B1"])(
  "refuses %s",
  (body) => expect(parseForm(body)).toBeNull(),
);
