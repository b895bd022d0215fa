import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isOpen, routes } from "../app/paths.ts";
import { texts as first } from "./jp/first.ts";

const app = resolve(import.meta.dirname, "../app");
const table = ["routes.tsx", "signed-in-screens.tsx"]
  .map((name) => readFileSync(resolve(app, name), "utf8"))
  .join("\n");

/** The module that stands at a route, as the table of the routes says it. */
function screenOf(name: string): string {
  const inPlace = new RegExp(`\\[routes\\.${name}\\]:\\s*\\(\\) =>\\s*import\\("([^"]+)"\\)`).exec(
    table,
  );
  if (inPlace?.[1] !== undefined) return resolve(app, inPlace[1]);
  const constant = new RegExp(`\\[routes\\.${name}\\]: (\\w+),`).exec(table)?.[1] ?? "";
  const named = new RegExp(`const ${constant}: Load = \\(\\) => import\\("([^"]+)"\\)`).exec(table);
  return resolve(app, named?.[1] ?? "");
}

/** The namespaces that a module asks for, with all that it loads without the later texts. */
function namespacesOf(start: string): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const source = readFileSync(file, "utf8");
    for (const [, name] of source.matchAll(/(?:useText|textOf)\("(\w+)"\)/g)) found.add(name ?? "");
    // What is loaded with the later texts may say them; the routes do so themselves.
    const own = source.replace(/withLaterTexts\(\s*\(\) =>\s*import\([^)]*\)/g, "");
    const isTable = /(?:app\/(?:routes|signed-in-screens)\.tsx|shared\/text\.ts)$/.test(file);
    if (!isTable) {
      for (const [, from] of own.matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
        follow(resolve(dirname(file), from ?? ""));
      }
    }
    // Not what a type alone is taken from.
    for (const [, from] of source.matchAll(
      /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gms,
    )) {
      follow(resolve(dirname(file), from ?? ""));
    }
  };
  follow(start);
  return found;
}

describe("the texts of the first chunk", () => {
  const shown: readonly string[] = [routes.home, routes.market, routes.newShare, routes.stock];
  const early = Object.entries(routes).filter(
    ([, route]) => route !== "/" && (isOpen(route) || shown.includes(route)),
  );

  it.each(early)("are all that %s says, which opens without the later ones", (name) => {
    const screen = screenOf(name);
    expect(existsSync(screen)).toBe(true);
    const missing = [...namespacesOf(screen)].filter((one) => !(one in first));
    expect(missing).toEqual([]);
  });

  it("are all that the app itself says before a screen is there", () => {
    const missing = [...namespacesOf(resolve(app, "app.tsx"))].filter((one) => !(one in first));
    expect(missing).toEqual([]);
  });
});
