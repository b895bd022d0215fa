import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import {
  preferencesOf,
  saveHomePreferences,
  savePreferences,
  saveTradingPreferences,
} from "./preferences.ts";

export function preferenceRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/preferences", async ({ customer }) =>
    accept(await preferencesOf(context, customer)),
  );
  http.handle("/user/save-preferences", async ({ input, customer }) => {
    const { chart_view, chart_adjust, chart_main, chart_sub, changed_at } = input;
    const chosen = { view: chart_view, adjust: chart_adjust, main: chart_main, sub: chart_sub };
    return accept(await savePreferences(context, customer, { ...chosen, changed_at }));
  });
  http.handle("/user/save-home-preferences", async ({ input, customer }) =>
    accept(await saveHomePreferences(context, customer, input)),
  );
  http.handle("/user/save-trading-preferences", async ({ input, customer }) =>
    accept(await saveTradingPreferences(context, customer, input)),
  );
}
