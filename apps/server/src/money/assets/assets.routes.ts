import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { assetsOf, netAssetsOf, startRecordingNetAssets, startValuingFlows } from "./assets.ts";

export async function assetsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/user/assets", async ({ input, customer }) =>
    accept(await assetsOf(context, customer, input.currency)),
  );
  http.handle("/user/net-assets", async ({ input, customer }) =>
    accept(await netAssetsOf(context, customer, input)),
  );
  const jobs = [startRecordingNetAssets(context), startValuingFlows(context)];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
