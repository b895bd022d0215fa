import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plants } from "./plants.ts";

/** Loaded into the server before anything of its own: changes its source on the way in. */
const plant = plants.find(({ name }) => name === process.env["SANSHI_PLANT"]);
if (plant === undefined) throw new Error("no such plant");
const sources = join(import.meta.dirname, "../../../apps/server/src");

registerHooks({
  load(url, context, nextLoad) {
    const path = url.startsWith("file:") ? fileURLToPath(url) : "";
    const changes = plant.changes.filter(({ file }) => path === join(sources, file));
    if (changes.length === 0) return nextLoad(url, context);
    let source = readFileSync(path, "utf8");
    for (const { file, from, to } of changes) {
      if (!source.includes(from)) throw new Error(`${file} has no "${from}" to plant a fault in`);
      source = source.replace(from, to);
    }
    return { format: "module-typescript", source, shortCircuit: true };
  },
});
