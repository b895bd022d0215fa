import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { precompress } from "../../tools/precompress.ts";

const server = `http://localhost:${process.env["PORT"] ?? "3000"}`;

/** What every screen needs travels together; each screen and each language is a file of its own. */
const core = /node_modules\/(?:react|react-dom|scheduler|react-router|zustand|cookie|@tanstack)\//;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/backoffice/",
  plugins: [react(), precompress()],
  resolve: { dedupe: ["react", "react-dom"] },
  server: { port: 3121, proxy: { "/api": { target: server } } },
  build: {
    target: "es2024",
    // Beside what else is made in the checkout, and can be removed with it.
    outDir: "../../.cache/web/backoffice",
    emptyOutDir: true,
    // A small picture inside a file would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: core }] } } },
  },
});
