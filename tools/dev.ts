import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./project.ts";

/**
 * The server, started again when a file of it changes, and each web app on a development server of
 * its own that shows changes at once and hands every call on to the server.
 */
const serverPort = Number(process.env["PORT"] ?? 3000);
const webPorts = { trader: serverPort + 1, backoffice: serverPort + 2 };

const server = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", join(projectFolder, "apps/server/src/main.ts")],
  { cwd: projectFolder, stdio: "inherit" },
);
server.once("exit", (code) => process.exit(code ?? 0));
// A Ctrl-C reaches the server by itself; we end when it has.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => server.kill("SIGTERM"));

const { createServer } = await import("vite");
for (const [name, port] of Object.entries(webPorts)) {
  const root = join(projectFolder, "apps", name);
  if (!existsSync(join(root, "package.json"))) continue;
  const target = `http://127.0.0.1:${serverPort}`;
  const web = await createServer({
    root,
    server: { port, strictPort: true, proxy: { "/api": { target, ws: true } } },
  });
  await web.listen();
  console.log(`${name}: http://localhost:${port}${web.config.base}`);
}
