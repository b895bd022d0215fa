import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { closedPage, closedPositions, heldPositions, onePosition, profitOf } from "./portfolio.ts";
import { positionProfit, profitPartsOf } from "./profit-parts.ts";
import { fillPage, stockFills } from "./stock-fills.ts";

export function portfolioRoutes(context: Context): void {
  const { http } = context;
  http.handle("/trade/userstocklist", async ({ input, customer }) =>
    accept(await heldPositions(context, customer, input.type)),
  );
  http.handle("/trade/userstocklists", async ({ input, customer }) =>
    accept(await closedPositions(context, customer, input.type)),
  );
  http.handle("/trade/closed-positions", ({ input, customer }) =>
    closedPage(context, customer, input),
  );
  http.handle("/trade/fill-records", ({ input, customer }) => fillPage(context, customer, input));
  http.handle("/trade/position", ({ input, customer }) =>
    onePosition(context, customer, BigInt(input.id)),
  );
  http.handle("/user/profit", async ({ input, customer }) =>
    accept(await profitOf(context, customer, input.currency)),
  );
  http.handle("/user/profit-parts", async ({ input, customer }) =>
    accept(await profitPartsOf(context, customer, input.currency)),
  );
  http.handle("/trade/position-profit", ({ input, customer }) =>
    positionProfit(context, customer, BigInt(input.id), input.currency),
  );
  http.handle("/trade/fills", async ({ input, customer }) =>
    accept(await stockFills(context, customer, input)),
  );
}
