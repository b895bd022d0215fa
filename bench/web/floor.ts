import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** Builds the floor app and serves it with brotli, as ours is; answers its address. */
export async function serveFloorApp(): Promise<{ address: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), "floor-app-"));
  await build({
    root: join(import.meta.dirname, "floor-app"),
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: "es2024", modulePreload: { polyfill: false } },
  });
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const name = path === "/" ? "index.html" : normalize(path).replace(/^[/\\]+/, "");
    readFile(join(outDir, name)).then(
      (content) => {
        response.writeHead(200, {
          "content-type": contentTypes[extname(name)] ?? "application/octet-stream",
          "content-encoding": "br",
          "cache-control": "no-cache",
        });
        response.end(brotliCompressSync(content));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(outDir, { recursive: true });
    },
  };
}
