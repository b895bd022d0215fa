import type { Context } from "../../context.ts";
import { listFile } from "./list-exports.ts";

export function listExportRoutes(context: Context): void {
  context.operatorHttp.handle("/api/ops/lists/export", ({ input, audit, ...request }) => {
    audit.about(input.list, { filter: input.filter });
    return listFile(context, input, request);
  });
}
