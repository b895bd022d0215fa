import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import { earlyCalls } from "../src/early/early-calls.ts";
import { mergeRuntime } from "./merge-runtime.ts";
import { routeModules } from "./route-modules.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const scriptFile = new URL("../src/early/early.js", import.meta.url);
const styleFile = new URL("../src/early/shell.css", import.meta.url);

/**
 * Builds the page: the inline script that asks for the first data, the critical styles and the
 * small entry travel inside it. `csp.json` lists the hashes of all of them, so that the server's
 * content-security policy needs no `unsafe-inline`.
 */
export function earlyScript(): Plugin[] {
  return [
    {
      name: "sanshi-early-script-development",
      apply: "serve",
      transformIndexHtml: (html) => fillPage(html, { chunks: {}, styles: "" }),
    },
    {
      name: "sanshi-early-script",
      apply: "build",
      enforce: "post",
      generateBundle: {
        order: "post",
        handler(_, bundle) {
          mergeRuntime(bundle);
          const page = bundle["index.html"];
          const entry = entryOf(bundle);
          if (page?.type !== "asset" || entry === undefined) return this.error("no page or entry");
          const styles = takeEntryStyles(bundle, entry);
          forgetStyles(bundle, styles.files);
          let html = withoutLinks(String(page.source), entry, styles.files);
          html = fillPage(html, { chunks: chunksByRoute(bundle, entry), styles: styles.text });
          html = inlineEntry(html, bundle, entry);
          page.source = html;
          this.emitFile({ type: "asset", fileName: "csp.json", source: policyHashes(html) });
        },
      },
    },
  ];
}

/** Which files a route opens with, and as `core` those of the entry: the inline script preloads them. */
function chunksByRoute(bundle: Bundle, entry: Chunk): Record<string, string[]> {
  const own = filesFrom(bundle, entry.fileName, new Set());
  const already = new Set(own);
  // The entry itself is in the page.
  const core = own.filter((name) => name !== entry.fileName && name.endsWith(".js"));
  const found: Record<string, string[]> = { core: core.map((name) => `/${name}`) };
  for (const [route, module] of Object.entries(routeModules)) {
    const start = Object.values(bundle).find(
      (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(module)),
    );
    if (start === undefined) throw new Error(`No chunk holds ${module} of ${route}`);
    const files = filesFrom(bundle, start.fileName, already);
    if (files.length > 0) found[route] = files.map((file) => `/${file}`);
  }
  return found;
}

/** A chunk with all that it imports, and their styles. */
export function filesFrom(bundle: Bundle, start: string, already: ReadonlySet<string>): string[] {
  const files: string[] = [];
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== "chunk" || already.has(name) || files.includes(name)) return;
    files.push(name, ...(file.viteMetadata?.importedCss ?? []));
    file.imports.forEach(add);
  };
  add(start);
  return [...new Set(files)];
}

/** The styles that the entry brings: they are small and needed first. */
function takeEntryStyles(bundle: Bundle, entry: Chunk): { files: string[]; text: string } {
  const files = filesFrom(bundle, entry.fileName, new Set()).filter((name) =>
    name.endsWith(".css"),
  );
  const texts = files.map((name) => {
    const file = bundle[name];
    delete bundle[name];
    return file?.type === "asset" ? String(file.source) : "";
  });
  return { files, text: texts.join("") };
}

/**
 * What is loaded later must not ask for styles that are in the page already. Vite's lists of what to
 * preload take no deletion, so the style's own chunk stands in, which is always loaded by then.
 */
function forgetStyles(bundle: Bundle, styles: readonly string[]): void {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  for (const style of styles) {
    const owner = chunks.find((chunk) => chunk.viteMetadata?.importedCss.has(style));
    for (const chunk of chunks) {
      chunk.code = chunk.code.replaceAll(`"${style}"`, `"${owner?.fileName}"`);
    }
  }
}

function withoutLinks(html: string, entry: Chunk, styles: readonly string[]): string {
  const gone = [entry.fileName, ...styles].map((name) => name.replaceAll(".", "\\."));
  const tags = new RegExp(
    `\\s*<(?:script|link)[^>]*/(?:${gone.join("|")})"[^>]*>(?:</script>)?`,
    "g",
  );
  return html.replace(tags, "");
}

function fillPage(
  html: string,
  page: { chunks: Record<string, string[]>; styles: string },
): string {
  const script = readFileSync(scriptFile, "utf8")
    .replace("__EARLY_CALLS__", JSON.stringify(earlyCalls))
    .replace("__EARLY_CHUNKS__", JSON.stringify(page.chunks));
  const styles = page.styles + squeezeStyles(readFileSync(styleFile, "utf8"));
  return html
    .replace("<!--early-script-->", () => `<script>${squeeze(script)}</script>`)
    .replace("<!--shell-style-->", () => `<style>${styles.trim()}</style>`);
}

/** The entry holds a few kilobytes that nobody else imports: it saves a request inside the page. */
function inlineEntry(html: string, bundle: Bundle, entry: Chunk): string {
  const importer = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.imports.includes(entry.fileName),
  );
  if (importer !== undefined) {
    throw new Error(`${importer.fileName} imports the entry, which would then run twice`);
  }
  delete bundle[entry.fileName];
  const code = entry.code
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (text, quote: string, name: string) =>
      bundle[`assets/${name}`] === undefined ? text : `${quote}/assets/${name}${quote}`,
    )
    .replaceAll("</script", "<\\/script");
  return html.replace("</head>", () => `<script type="module">${code}</script>\n  </head>`);
}

function policyHashes(html: string): string {
  const hashes = {
    script: hashesOf(html, /<script(?: type="module")?>([\s\S]*?)<\/script>/g),
    style: hashesOf(html, /<style>([\s\S]*?)<\/style>/g),
  };
  return `${JSON.stringify(hashes, null, 2)}\n`;
}

function hashesOf(html: string, pattern: RegExp): string[] {
  return Array.from(html.matchAll(pattern), ([, content]) => {
    const digest = createHash("sha256")
      .update(content ?? "", "utf8")
      .digest("base64");
    return `sha256-${digest}`;
  });
}

function entryOf(bundle: Bundle): Chunk | undefined {
  return Object.values(bundle).find((file): file is Chunk => {
    return file.type === "chunk" && file.isEntry;
  });
}

function squeezeStyles(text: string): string {
  return squeeze(text)
    .replace(/\s*([{};,])\s*/g, "$1")
    .replace(/: /g, ":")
    .replaceAll(";}", "}");
}

/** Without comments and indentation; line ends stay, so that nothing runs together. */
function squeeze(text: string): string {
  return text
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}
