import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { chooseColumns, ownLists, removeView, saveView } from "./own-lists.ts";

export function ownListRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/me/lists", async ({ operator, audit }) => {
    audit.about("own lists");
    return accept(await ownLists(context, operator));
  });
  operatorHttp.handle("/api/ops/me/lists/view", ({ input, operator, audit }) => {
    audit.about("own lists", { list: input.list });
    return saveView(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/me/lists/view/remove", ({ input, operator, audit }) => {
    audit.about("own lists", { view: input.id });
    return removeView(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/me/lists/columns", ({ input, operator, audit }) => {
    audit.about("own lists", { list: input.list });
    return chooseColumns(context, operator, audit, input);
  });
}
