import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { startRuleHalts } from "./rule-halts.ts";
import { startHaltJobs } from "./trading-halts.jobs.ts";
import { haltTrading, renewHalt } from "./halting.ts";
import { publicHalts, resumeTrading, tradingHalts } from "./trading-halts.ts";

export function tradingHaltsFeature(context: Context): { stop(): Promise<void> } {
  const { http, operatorHttp } = context;
  http.handle("/common/halts", async () => accept(await publicHalts(context)));
  operatorHttp.handle("/api/ops/trading-halts", ({ input, audit }) => {
    audit.about("trading-halts", { state: input.state });
    return tradingHalts(context, input);
  });
  operatorHttp.handle("/api/ops/trading-halts/create", ({ input, operator, audit }) => {
    audit.about(input.scope, { market: input.type ?? null, code: input.code ?? null });
    return haltTrading(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/trading-halts/:id/renew", ({ input, operator, audit }) => {
    audit.about(input.id);
    return renewHalt(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/trading-halts/:id/resume", ({ input, operator, audit }) => {
    audit.about(input.id);
    return resumeTrading(context, operator, audit, BigInt(input.id));
  });
  const jobs = startHaltJobs(context);
  const ruleHalts = startRuleHalts(context);
  return {
    async stop() {
      await ruleHalts.stop();
      await jobs.stop();
    },
  };
}
