import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { earlyScript } from "./build/early-script.ts";
import { precompress } from "./build/precompress.ts";

const server = `http://localhost:${process.env["PORT"] ?? "3000"}`;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  plugins: [react(), earlyScript(), precompress()],
  resolve: { dedupe: ["react", "react-dom"] },
  server: { port: 3120, proxy: { "/api": { target: server, ws: true } } },
  build: {
    target: "es2024",
    outDir: "dist",
    emptyOutDir: true,
    // A small picture inside a file would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 250,
  },
});
