import { defineCall } from "./call.ts";
import { publicFact } from "./governance/public-facts.ts";
import { operatorRoles } from "./permissions.ts";
import { names, time, nothing } from "./wire.ts";
import { z } from "zod";

export const configEntry = z.object({ name: z.string(), value: z.string() });

/** A changed setting as everybody reads it. */
export const settingChange = publicFact.omit({ since: true, until: true }).extend({
  id: z.string(),
  name: z.string(),
  /** What the setting is called, and its values in words: of amounts those that differ. */
  names,
  before: names,
  after: names,
  tightens: z.boolean(),
  /** `role` proposed it, and this one approved it. */
  approved_role: z.enum(operatorRoles),
  announced_at: time,
  effective_from: time,
  /** `announced` begins later, `replaced` never began: another decision took its place. */
  state: z.enum(["announced", "in_force", "past", "replaced"]),
});

export type SettingChange = z.output<typeof settingChange>;

export const commonCalls = {
  "/common/config": defineCall({
    summary: "The site's settings: all of them, or the customer-service link alone without a type",
    access: "anyone",
    input: z.strictObject({ type: z.literal("all").optional() }),
    output: z.array(configEntry),
    refusals: ["service_link_unavailable"],
  }),
  "/common/setting-changes": defineCall({
    summary:
      "The site's changed settings: what is announced and has not begun first, then what has, the newest first; by which roles and why",
    access: "anyone",
    input: nothing,
    output: z.object({ items: z.array(settingChange) }),
    refusals: [],
  }),
};
