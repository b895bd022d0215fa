import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takenEncodings } from "./encodings.ts";
import { isEncrypted, strictTransport } from "./transport-security.ts";

type Encoding = "br" | "gzip" | "identity";

/** A file of the built app with its compressed siblings, all in memory. */
type WebFile = {
  contentType: string;
  etag: string;
  cacheControl: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};

type WebApp = { files: ReadonlyMap<string, WebFile>; policy: string };

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** Of an answer that is no page. */
const plainHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

const immutable = "public, max-age=31536000, immutable";

/**
 * Serves a built web app at `base` (`/` or `/backoffice/`). The folder is read once, at the first
 * request, and only what was found then is served: a path cannot lead outside it. Until the app is
 * built, its pages say how to build it.
 */
export function serveWebApp(
  server: FastifyInstance,
  options: { folder: string; base: string },
): void {
  const { folder, base } = options;
  let reading: Promise<WebApp | null> | null = null;

  async function app(): Promise<WebApp | null> {
    reading ??= readWebApp(folder);
    const found = await reading;
    // It may be built while we run.
    if (found === null) reading = null;
    return found;
  }

  server.get(`${base}*`, async (request, reply) => {
    const path = pathWithin(base, request.url);
    if (path === null || path.startsWith("api/")) return reply.callNotFound();
    const found = await app();
    if (found === null) return sendNotBuilt(reply);
    const file = found.files.get(path === "" ? "index.html" : path);
    if (file === undefined) return reply.callNotFound();
    return sendFile(request, reply, file, found.policy);
  });
  const withoutSlash = base.slice(0, -1);
  if (withoutSlash !== "") {
    server.get(withoutSlash, (_request, reply) => reply.headers(plainHeaders).redirect(base, 308));
  }
}

function pathWithin(base: string, url: string): string | null {
  const [path = ""] = url.split("?", 1);
  try {
    return decodeURIComponent(path.slice(base.length));
  } catch {
    return null;
  }
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  policy: string,
): FastifyReply {
  reply.headers({
    "content-type": file.contentType,
    "cache-control": file.cacheControl,
    etag: file.etag,
    vary: "accept-encoding",
    ...securityHeaders(request, policy),
  });
  const known = request.headers["if-none-match"];
  if (known !== undefined && known.split(",").some((tag) => weakTag(tag.trim()) === file.etag)) {
    return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers["accept-encoding"], file);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(file.bodies[encoding]);
}

function weakTag(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

/** The smallest that the client takes. */
function chooseEncoding(accepted: string | undefined, { bodies }: WebFile): Encoding {
  const taken = takenEncodings(accepted);
  if (bodies.br !== undefined && taken.has("br")) return "br";
  return bodies.gzip !== undefined && taken.has("gzip") ? "gzip" : "identity";
}

function securityHeaders(request: FastifyRequest, policy: string): Record<string, string> {
  return {
    "content-security-policy": `${policy}; connect-src 'self'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(isEncrypted(request) && { "strict-transport-security": strictTransport }),
  };
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({
      ...plainHeaders,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    })
    .send("The web app is not built yet: npm start builds it before it opens the door.\n");
}

/** Null where nothing was built. */
async function readWebApp(folder: string): Promise<WebApp | null> {
  if (!existsSync(join(folder, "index.html"))) return null;
  const files = new Map<string, WebFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(paths);
  for (const path of paths) {
    const name = relative(folder, path).split(sep).join("/");
    // Compressed siblings are served under the name of the file; the rest is not for browsers.
    if (/\.(?:br|gz|map)$/.test(name) || name === policyFile) continue;
    files.set(name, await readWebFile(path, name, present));
  }
  return { files, policy: await readPolicy(folder) };
}

async function readWebFile(path: string, name: string, present: Set<string>): Promise<WebFile> {
  const identity = await readFile(path);
  const sibling = async (suffix: string) =>
    present.has(path + suffix) ? await readFile(path + suffix) : undefined;
  const [br, gzip] = await Promise.all([sibling(".br"), sibling(".gz")]);
  return {
    contentType: contentTypes[extname(name)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    // The build puts a hash of the content into the names of these.
    cacheControl: name.startsWith("assets/") ? immutable : "no-cache",
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

const policyFile = "csp.json";

/** Hashes of what the build wrote into the page itself, such as `sha256-…`. */
type InlineHashes = { script?: readonly string[]; style?: readonly string[] };

async function readPolicy(folder: string): Promise<string> {
  const path = join(folder, policyFile);
  const hashes = existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as InlineHashes) : {};
  const sources = (known: readonly string[] | undefined) =>
    ["'self'", ...(known ?? []).map((hash) => `'${hash.replaceAll("'", "")}'`)].join(" ");
  return [
    "default-src 'self'",
    `script-src ${sources(hashes.script)}`,
    `style-src ${sources(hashes.style)}`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
