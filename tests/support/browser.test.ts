import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { playwrightsDisabledFeatures } from "./browser.ts";

test("disables every feature of Chromium that Playwright disables itself, as the last list counts alone", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const source = readFileSync(join(folder, "lib", "coreBundle.js"), "utf8");
  const [, list = ""] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
  const features = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  // Those that begin so are Edge's.
  expect(playwrightsDisabledFeatures).toEqual(features.filter((name) => !name?.startsWith("ms")));
});
