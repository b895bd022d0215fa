import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import { earlyCalls } from "../src/early/early-calls.ts";

const scriptFile = new URL("../src/early/early.js", import.meta.url);
const styleFile = new URL("../src/early/shell.css", import.meta.url);

/** Which module a route opens with: its code is fetched while the app itself is still on its way. */
const routeModules: Readonly<Record<string, string>> = {
  jp: "src/texts/jp/index.ts",
  cn: "src/texts/cn/index.ts",
  us: "src/texts/us/index.ts",
  signedIn: "src/app/signed-in.tsx",
  "/login/start": "src/features/login/start-screen.tsx",
  "/login/logon": "src/features/login/logon-screen.tsx",
  "/login/register": "src/features/login/register-screen.tsx",
  "/login/login": "src/features/login/login-screen.tsx",
  "/home/home": "src/features/home/home-screen.tsx",
  "/home/index": "src/features/market/market-screen.tsx",
  "/quotes/info": "src/features/stock/stock-screen.tsx",
  "/quotes/self": "src/features/watchlist/watchlist-screen.tsx",
  "/position/index": "src/features/positions/positions-screen.tsx",
  "/mine/index": "src/features/my-page/my-page-screen.tsx",
};

/**
 * Puts the inline script and the critical styles into the page, and writes the hashes of both to
 * `csp.json`, so that the server's content-security policy needs no `unsafe-inline`.
 */
export function earlyScript(): Plugin {
  let building = false;
  return {
    name: "sanshi-early-script",
    configResolved(config) {
      building = config.command === "build";
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const script = readFileSync(scriptFile, "utf8")
          .replace(/^ *\/\/.*\n/gm, "")
          .replace("__EARLY_CALLS__", JSON.stringify(earlyCalls))
          .replace("__EARLY_CHUNKS__", JSON.stringify(bundle ? chunksByRoute(bundle) : {}));
        const shell = readFileSync(styleFile, "utf8");
        const { page, entryStyles } = inlineEntryStyles(html, bundle);
        return page
          .replace("<!--early-script-->", () => `<script>${squeeze(script)}</script>`)
          .replace("<!--shell-style-->", () => `<style>${squeeze(entryStyles + shell)}</style>`);
      },
    },
    writeBundle: {
      order: "post",
      handler(options, bundle) {
        const page = bundle["index.html"];
        if (!building || page?.type !== "asset" || options.dir === undefined) return;
        const html = String(page.source);
        const hashes = {
          script: hashesOf(html, /<script>([\s\S]*?)<\/script>/g),
          style: hashesOf(html, /<style>([\s\S]*?)<\/style>/g),
        };
        this.fs
          .writeFile(`${options.dir}/csp.json`, `${JSON.stringify(hashes, null, 2)}\n`)
          .catch((error: Error) => this.error(error));
      },
    },
  };
}

type Bundle = Rolldown.OutputBundle;

function chunksByRoute(bundle: Bundle): Record<string, string[]> {
  const entry = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
  const already = new Set(entry === undefined ? [] : [entry.fileName]);
  const found: Record<string, string[]> = {};
  for (const [route, module] of Object.entries(routeModules)) {
    const files = filesOf(bundle, module, already);
    if (files.length > 0) found[route] = files.map((file) => `/${file}`);
  }
  return found;
}

/** A lazily loaded module's chunk with what it imports and its styles, without the entry's own. */
function filesOf(bundle: Bundle, module: string, already: ReadonlySet<string>): string[] {
  const start = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.facadeModuleId?.endsWith(module) === true,
  );
  const files: string[] = [];
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== "chunk" || already.has(name) || files.includes(name)) return;
    files.push(name, ...(file.viteMetadata?.importedCss ?? []));
    file.imports.forEach(add);
  };
  if (start !== undefined) add(start.fileName);
  return [...new Set(files)];
}

/** The entry's style sheet is small and needed first: it travels inside the page. */
function inlineEntryStyles(html: string, bundle: Bundle | undefined) {
  let entryStyles = "";
  const page = html.replace(/\s*<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (tag, name) => {
    const file = bundle?.[name as string];
    if (file?.type !== "asset") return tag as string;
    entryStyles += String(file.source);
    return "";
  });
  return { page, entryStyles };
}

function squeeze(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

function hashesOf(html: string, pattern: RegExp): string[] {
  return Array.from(html.matchAll(pattern), ([, content]) => {
    const digest = createHash("sha256")
      .update(content ?? "", "utf8")
      .digest("base64");
    return `sha256-${digest}`;
  });
}
