import type { Context } from "../../../context.ts";
import { accept } from "../../../platform/outcome.ts";
import { startPushes } from "./push.jobs.ts";
import { pushOf, pushOff, pushOn, savePushChoice } from "./push.ts";

export function pushFeature(context: Context): { stop(): Promise<void> } {
  const { http } = context;
  http.handle("/user/push", async ({ customer }) => accept(await pushOf(context, customer)));
  http.handle("/user/push-on", ({ input, customer }) => pushOn(context, customer, input));
  http.handle("/user/push-off", async ({ customer }) => accept(await pushOff(context, customer)));
  http.handle("/user/save-push-choice", async ({ input, customer }) =>
    accept(await savePushChoice(context, customer, input)),
  );
  return startPushes(context);
}
