import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { listActivity } from "./activity.ts";

/** What a customer reads of their own account's history. */
export function activityRoutes({ http, database }: Context): void {
  http.handle("/user/activity", async ({ input, customer }) => {
    const place = placeOf(input.cursor, "number");
    if (place === null) return refuse("invalid_request");
    const limit = Number(input.limit);
    const items = await listActivity(database.reader, {
      customerId: customer.customerId,
      before: place?.[0] ?? null,
      limit,
    });
    const last = items.length === limit ? items.at(-1) : undefined;
    return accept({
      items: items.map(({ kind, params, happened_at: at }) => ({
        kind,
        params,
        at: new Date(at).toISOString(),
      })),
      next_cursor: last === undefined ? null : cursorOf(last.id),
    });
  });
}
