import { main } from "../apps/server/src/main.ts";
import { buildWebApps } from "./build-web.ts";

await main(buildWebApps);
