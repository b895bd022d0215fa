import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plants } from "../simulation/crashes/plants.ts";

const sources = join(import.meta.dirname, "../../apps/server/src");

// The runs that plant them are the night's: a source that changes under one of them is to be noticed at once.
it.each(plants.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change }))))(
  "$name fits $file",
  ({ file, from }) => {
    const source = readFileSync(join(sources, file), "utf8");
    expect(source.split(from)).toHaveLength(2);
  },
);
