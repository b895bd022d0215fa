import { inject } from "vitest";
import type { ApplicationAccess } from "./application.ts";

/** The application of the worker that runs this file: no other file uses it at the same time. */
export function sharedApplication(): ApplicationAccess {
  const worker = Number(process.env["VITEST_POOL_ID"]);
  const application = inject("applications")[worker - 1];
  if (application === undefined) throw new Error(`There is no application for worker ${worker}`);
  return application;
}
