import { expect, test } from "vitest";
import { storedKeys } from "../../shared/stored.ts";
import * as cn from "./cn.ts";
import * as jp from "./jp.ts";
import * as us from "./us.ts";

test.each([
  ["Japanese", jp],
  ["Chinese", cn],
  ["English", us],
])("the privacy page in %s names every key that the browser keeps", (_language, texts) => {
  const text = JSON.stringify(texts);
  const isNamed = (key: string) => new RegExp(`[（(、, ]${key}[）)、, ]`).test(text);
  expect(Object.values(storedKeys).filter((key) => !isNamed(key))).toEqual([]);
});
