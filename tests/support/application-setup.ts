import type { TestProject } from "vitest/node";
import { buildWebApps } from "../../tools/build-web.ts";
import { startApplication, type ApplicationAccess } from "./application.ts";
import { requireBrowser } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each of the run's workers: see `shared-application.ts`. */
    applications: readonly ApplicationAccess[];
  }
}

/**
 * An application for each worker, which its files share one after the other: each test registers a
 * customer of its own, and what one file moves, such as the clock, no other is looking at meanwhile.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once, before several start at the same time.
  requireBrowser();
  await buildWebApps(() => undefined);
  const workers = Array.from({ length: project.config.maxWorkers });
  const applications = await Promise.all(workers.map(() => startApplication()));
  project.provide(
    "applications",
    applications.map(({ address, invitationCode, operatorEmail, operatorPassword }) => ({
      address,
      invitationCode,
      operatorEmail,
      operatorPassword,
    })),
  );
  return async () => {
    await Promise.all(applications.map((application) => application.stop()));
  };
}
