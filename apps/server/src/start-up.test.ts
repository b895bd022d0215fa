import { expect, it } from "vitest";
import { requireOneProcess } from "./start-up.ts";

it("refuses the settings that would split the parts, rather than ignore them", () => {
  const all = ["api", "market", "jobs"] as const;
  expect(() => requireOneProcess({ roles: all, natsUrl: null })).not.toThrow();
  expect(() => requireOneProcess({ roles: ["api"], natsUrl: null })).toThrow(
    "leave ROLES and NATS_URL out",
  );
  expect(() => requireOneProcess({ roles: all, natsUrl: "nats://bus:4222" })).toThrow(
    "One process",
  );
});
