import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { presentStock } from "../market/market.ts";
import { marketCalendar } from "./calendar.ts";
import { companyOf } from "./company.ts";
import { marketFigures } from "./figures.ts";

export function companyRoutes(context: Context): void {
  const { http } = context;
  http.handle("/market/company", ({ input }) => companyOf(context, presentStock(context, input)));
  http.handle("/market/figures", async ({ input }) =>
    accept(await marketFigures(context, input.type)),
  );
  http.handle("/market/calendar", async ({ input }) =>
    accept(await marketCalendar(context, input.type, input.month)),
  );
}
