import type { Context } from "../../context.ts";
import { haltTrading, resumeTrading, tradingHalts } from "./trading-halts.ts";

export function tradingHaltRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/trading-halts", ({ input, audit }) => {
    audit.about("trading-halts", { state: input.state });
    return tradingHalts(context, input);
  });
  operatorHttp.handle("/api/ops/trading-halts/create", ({ input, operator, audit }) => {
    audit.about(input.scope, { market: input.type ?? null, code: input.code ?? null });
    return haltTrading(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/trading-halts/:id/resume", ({ input, operator, audit }) => {
    audit.about(input.id);
    return resumeTrading(context, operator, audit, BigInt(input.id));
  });
}
