import { StartError } from "../apps/server/src/platform/postgres/index.ts";
import { buildWebApps } from "./build-web.ts";
import { bundleServer, ownServer } from "./bundle-server.ts";

/**
 * `npm run build`: everything that a start would do to the project's folder (installing is done by the
 * launcher before this), so that the start itself needs to write nothing there. For images and services.
 */
try {
  await buildWebApps((text) => console.log(text));
  bundleServer(ownServer);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
