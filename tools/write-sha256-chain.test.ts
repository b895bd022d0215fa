import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sha256ChainSource } from "./write-sha256-chain.ts";

it("is what the file holds: nobody changed a round of it by hand", () => {
  const written = new URL("../packages/draw/src/sha256-chain.generated.ts", import.meta.url);
  expect(readFileSync(written, "utf8")).toBe(sha256ChainSource());
});
