import { pathToFileURL } from "node:url";
import { bundleServer, ownServer } from "./bundle-server.ts";

const program = bundleServer(ownServer);
await import(pathToFileURL(program).href);
