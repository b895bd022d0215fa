import type { Context } from "../../context.ts";
import { viewDocument } from "./viewing.ts";

export function documentRoutes(context: Context): void {
  context.operatorHttp.handle("/api/ops/documents/:id", ({ input, operator, audit }) =>
    viewDocument(context, { operator, audit, id: BigInt(input.id) }),
  );
}
