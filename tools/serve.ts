import { main } from "../apps/server/src/main.ts";
import { buildWebApps } from "./build-web.ts";

/** What `npm start` runs, as one file: see bundle-server.ts. */
await main(buildWebApps);
