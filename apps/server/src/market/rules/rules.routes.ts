import { rulesAddress } from "@sanshi/contract/constants";
import type { Context } from "../../context.ts";
import { sendKept } from "../../platform/http/kept-bytes.ts";
import { keptRules } from "./rules.ts";

/** The rules of the markets, for everybody: no sign-in, and no page that may not ask. */
export function ruleRoutes(context: Context): void {
  const kept = keptRules(context);
  context.http.fastify.get(rulesAddress, async (request, reply) => {
    const headers = reply.headers({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    return sendKept(request, headers, await kept());
  });
}
