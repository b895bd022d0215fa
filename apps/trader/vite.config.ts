import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { earlyScript } from "./build/early-script.ts";
import { slimRouter } from "./build/slim-router.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { precompress } from "../../tools/precompress.ts";
import manifest from "./package.json" with { type: "json" };

const server = `http://localhost:${process.env["PORT"] ?? "3000"}`;

/**
 * Few files rather than many small ones: a request on a slow line costs more than a kilobyte.
 * `core` is what every first screen needs, styles included (they travel inside the page); `account`
 * the forms around the account; `signed-in` what every screen behind the sign-in needs.
 */
const chunkGroups = [
  {
    name: "core",
    priority: 3,
    test: moduleTest(
      "node_modules/(?:react|react-dom|scheduler|react-router|zustand|cookie)/",
      "packages/ui/src/(?:tokens|button\\.module|empty-state\\.module|field\\.module)\\.css$",
      "packages/ui/src/(?:button|class-names|empty-state|first-styles|icon)\\.tsx?$",
      "src/features/people/(?:login|password)/[a-z-]+\\.module\\.css$",
      "src/app/base\\.css$",
      "src/shared/screen\\.module\\.css$",
      "src/app/(?!signed-in|bottom-menu|stock-page|company-part|messages-page|positions-page|workplace)[a-z-]+\\.tsx?$",
      "src/shared/(?:api|config|language|on-its-way|passkeys|places|refused-rule|screen|session|stored|text|theme|times|toast|unread-messages)\\.tsx?$",
      "src/early/take-early\\.ts$",
      "src/texts/start-failed\\.ts$",
      "packages/web/src/(?!attempts|refused-fields|use-form)[a-z-]+\\.ts$",
      "contract/src/(?:durations|people/constants)\\.ts$",
      "vite/preload-helper",
    ),
  },
  {
    name: "account",
    priority: 2,
    test: moduleTest(
      // Not the start page, which has no form, nor the screen after the first sign-in: it shows amounts, which the forms do without. Nor what
      // few people ever need.
      "src/features/people/login/(?!welcome/|start-screen|three-markets|site-logo|login-after|forgotten|lost-factors|case-)",
      "src/shared/(?:refused-fields|use-form|password-field)\\.tsx?$",
      "packages/web/src/(?:refused-fields|use-form)\\.ts$",
      "packages/ui/src/field\\.tsx$",
    ),
  },
  {
    name: "signed-in",
    priority: 1,
    test: moduleTest(
      "node_modules/@tanstack/",
      "packages/money/",
      "contract/src/(?:market/stream|own-words|permissions|(?:governance|market|money|trading)/constants)\\.ts$",
      "src/app/(?:signed-in|signed-in-screens|bottom-menu)\\.tsx$",
      "src/shared/(?:queries|layout|calendar-date|kept-answers|quotes|stream|stream-client|touched-calls|loaded|older|quote-age|compact-figure|session-state|session-words|ask-once|ask-files|attempts|home-choice|illustration)\\.",
      "src/shared/stock-list/",
      // The styles of home and of what stands around every screen, in the one file that all of them have.
      "src/app/(?:signed-in|stock-page|workplace)\\.module\\.css$",
      "src/shared/badge\\.module\\.css$",
      // Of a stock's page and of what it loads later: two files of a few hundred bytes.
      "src/features/market/alerts/alert(?:-queries\\.ts|s\\.module\\.css)$",
      "src/features/people/home/(?!course-card|entry-order-list)[a-z-]+\\.module\\.css$",
      "packages/web/src/attempts\\.ts$",
      "packages/ui/src/",
      // What the charts of several screens share: a chunk of its own would be one request more.
      "packages/chart/src/(?:bubble|picking|point-index|text-scale)\\.tsx?$",
    ),
  },
  {
    // The list of new shares with the frame that it shares with the screens of other offers: one file.
    name: "offerings",
    priority: 1,
    test: moduleTest(
      "src/shared/(?:signed-figures|offers/(?:next-moment|offers\\.module|product-screen))\\.",
      "src/features/products/new-shares/(?:figures|next-moment|new-share-screen|refresh-offerings)\\.",
    ),
  },
];

const coreFile = /assets\/(?:core|rolldown-runtime)-[^/]*\.(?:js|css)$/;

function moduleTest(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"));
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  plugins: [react(), slimRouter(), earlyScript(), serviceWorker(), precompress()],
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  resolve: { dedupe: ["react", "react-dom"] },
  server: { port: 3120, proxy: { "/api": { target: server, ws: true } } },
  build: {
    target: "es2024",
    // Beside what else is made in the checkout, and can be removed with it.
    outDir: "../../.cache/web/trader",
    emptyOutDir: true,
    // A small picture inside a file would need `data:` in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The core is there before anything is loaded lazily, and its styles are inside the page.
      resolveDependencies: (_, files) => files.filter((file) => !coreFile.test(file)),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups } },
    },
  },
});
