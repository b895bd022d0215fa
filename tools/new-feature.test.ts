import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyProject } from "./mutation/project-copy.ts";
import { writeNewFeature } from "./new-feature.ts";
import { projectFolder } from "./project.ts";

let copy: ReturnType<typeof copyProject>;
let written: string;
beforeAll(async () => {
  copy = copyProject(projectFolder);
  // The only department whose constants may not have a file yet, and one that has it.
  written = await run("tools/new-feature.ts", "products", "block-notes");
  written += await run("tools/new-feature.ts", "market/price-notes");
});
afterAll(() => copy.remove());

/** A program of the copy's own; answers what it wrote, which says why where it failed. */
function run(...parameters: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not what this runner tells its own workers.
    const ours = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
    // What is compiled here goes with the copy.
    const compiled = join(copy.folder, ".cache", "compiled");
    const child = spawn(process.execPath, parameters, {
      cwd: copy.folder,
      env: { ...Object.fromEntries(ours), NODE_COMPILE_CACHE: compiled },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: Buffer) => (output += part.toString()));
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${parameters.join(" ")}\n${output}`));
    });
  });
}

describe("a new feature", () => {
  it("has its place in the contract, on the server, on a screen and in three languages", () => {
    for (const name of ["products/block-notes", "market/price-notes"]) {
      const path = `{packages/contract/src,apps/server/src,apps/trader/src/features,apps/trader/src/texts/*}/${name}`;
      const own = globSync([`${path}.ts`, `${path}/*`], { cwd: copy.folder });
      expect(own).toHaveLength(13);
      for (const file of own) expect(written).toContain(file);
    }
    const contents = readFileSync(join(copy.folder, "apps/server/src/features.ts"), "utf8");
    expect(contents).toContain('{ name: "block-notes", start: blockNotesRoutes }');
  });

  it("passes the check as it stands: types, walls, statements, writers, format and lint", async () => {
    await run("tools/check.ts");
  }, 600_000);

  it("passes its tests at once, and those that try every call, route and text", async () => {
    const vitest = join("node_modules", "vitest", "vitest.mjs");
    const project = (name: string) => [vitest, "run", "--project", name];
    await run(
      ...project("unit"),
      "trader/src/app/paths",
      "trader/src/texts",
      "contract/src/repeats",
    );
    // Of the calls those of the new features, and what is asked of all of them together.
    const ours = ["-t", "notes|has a name for every|hears something else"];
    const output = await run(...project("server"), ...ours, "notes", "every-call", "http/docs");
    for (const name of ["block-notes", "price-notes"]) {
      expect(output).toContain(`${name}.test.ts`);
      expect(output).toContain(`${name}.rules.test.ts`);
    }
  }, 600_000);
});

describe("nothing is written", () => {
  const wrong = (department: string, name: string) => () =>
    writeNewFeature(department, name, copy.folder);

  it("where a feature, or a table of its name, exists", () => {
    expect(wrong("products", "block-notes")).toThrow("exists already");
    expect(wrong("market", "price-alert")).toThrow("There is a table price_alert already");
    expect(existsSync(join(copy.folder, "packages/contract/src/market/price-alert.ts"))).toBe(
      false,
    );
  });

  it("for a department that the house does not have", () => {
    expect(wrong("sales", "block-trades")).toThrow("is not a department");
  });

  it.each(["", "Block", "block_trades", "../escape", "1st", "block--trades"])(
    "for the name %j",
    (name) => {
      expect(wrong("products", name)).toThrow("is not a feature's name");
    },
  );
});
