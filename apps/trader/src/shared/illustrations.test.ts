import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const folder = new URL("..", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");
const screens = globSync("{app,features,shared}/**/*.tsx", { cwd: folder })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !path.startsWith("shared/illustration"))
  .map((path) => ({ path, text: read(path) }));
const drawn = [...read("shared/illustrations.tsx").matchAll(/^ {2}(\w+): \{$/gm)].map(
  ([, name]) => name,
);

describe("an empty list", () => {
  it("shares its picture with no other list", () => {
    const used = screens.flatMap(({ text }) =>
      [...text.matchAll(/<Illustration name="(\w+)"/g)].map(([, name]) => name),
    );
    expect(used.length).toBeGreaterThan(30);
    // What is held is listed in two ways, of which one is shown.
    const twice = used.filter((name, index) => used.indexOf(name) !== index);
    expect(twice.filter((name) => name !== "holdings")).toEqual([]);
  });

  it("brings all pictures in less than four kilobytes", () => {
    expect(drawn.length).toBeGreaterThan(30);
    expect(gzipSync(read("shared/illustrations.tsx")).length).toBeLessThan(4_096);
  });
});
