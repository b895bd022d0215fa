import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeNewFeature } from "./new-feature.ts";
import { projectFolder } from "./project.ts";

let root: string;
const contents = join("apps", "server", "src", "features.ts");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "new-feature-"));
  cpSync(join(projectFolder, contents), join(root, contents));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a new feature", () => {
  it("has its six files and its line in the table of contents", () => {
    const written = writeNewFeature("products", "block-trades", root);
    expect(written).toHaveLength(7);
    const text = readFileSync(join(root, contents), "utf8");
    expect(text).toContain('{ name: "block-trades", start: blockTradesRoutes },\n  ],');
    expect(text).toContain('from "./products/block-trades/block-trades.routes.ts";');
  });

  it("never overwrites one that exists", () => {
    writeNewFeature("products", "block-trades", root);
    expect(() => writeNewFeature("products", "block-trades", root)).toThrow("exists already");
  });

  it("refuses a department that the house does not have", () => {
    expect(() => writeNewFeature("sales", "block-trades", root)).toThrow("is not a department");
  });

  it.each(["", "Block", "block_trades", "../escape", "1st", "block--trades"])(
    "refuses the name %j",
    (name) => {
      expect(() => writeNewFeature("products", name, root)).toThrow("is not a feature's name");
    },
  );
});
