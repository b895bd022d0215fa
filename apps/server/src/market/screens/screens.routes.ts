import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { unsaveScreen, saveScreen, screensOf } from "./screens.ts";

export function screenRoutes(context: Context): void {
  const { http } = context;
  http.handle("/market/screens", async ({ customer }) =>
    accept(await screensOf(context, customer)),
  );
  http.handle("/market/save-screen", ({ input, customer }) => saveScreen(context, customer, input));
  http.handle("/market/unsave-screen", ({ input, customer }) =>
    unsaveScreen(context, customer, input.name),
  );
}
