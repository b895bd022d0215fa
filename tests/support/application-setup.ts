import type { TestProject } from "vitest/node";
import { startApplication, type ApplicationAccess } from "./application.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The application that the run's browser tests share. */
    application: ApplicationAccess;
  }
}

/** One application for all browser tests: each test registers a customer of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const application = await startApplication();
  const { address, invitationCode, operatorEmail, operatorPassword } = application;
  project.provide("application", { address, invitationCode, operatorEmail, operatorPassword });
  return async () => {
    await application.stop();
  };
}
