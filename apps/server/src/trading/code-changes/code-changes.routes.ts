import type { Context } from "../../context.ts";
import { startCodeChanges } from "./code-changes.jobs.ts";
import { codeChangesListed, proposeCodeChange, withdrawCodeChange } from "./code-changes.ts";

export function codeChangesFeature(context: Context): { stop(): Promise<void> } {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/instruments/changes", ({ audit }) => {
    audit.about("instruments");
    return codeChangesListed(context);
  });
  operatorHttp.handle("/api/ops/instruments/change", async ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code}`);
    const proposed = await proposeCodeChange(context, operator, audit, input);
    // Under single approval it is decided already.
    if (proposed.ok && proposed.value.state === "approved") await context.instruments.read();
    return proposed;
  });
  operatorHttp.handle(
    "/api/ops/instruments/changes/:id/withdraw",
    async ({ input, operator, audit }) => {
      audit.about(input.id);
      const withdrawn = await withdrawCodeChange(context, operator, audit, BigInt(input.id));
      if (withdrawn.ok) await context.instruments.read();
      return withdrawn;
    },
  );
  return startCodeChanges(context);
}
