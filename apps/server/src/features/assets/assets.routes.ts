import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { assetsOf } from "./assets.ts";

export function assetRoutes(context: Context): void {
  context.http.handle("/user/assets", async ({ customer }) =>
    accept(await assetsOf(context, customer)),
  );
}
