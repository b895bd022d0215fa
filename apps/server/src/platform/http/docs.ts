import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { refusalOf, sendRefusal } from "./answers.ts";
import { asyncApiDocument, asyncApiPath } from "./async-api.ts";
import { compressAnswers } from "./compression.ts";
import { keepBytes, sendKept, type KeptBytes } from "./kept-bytes.ts";
import { openApiDocument } from "./openapi.ts";

const docsPath = "/api/docs";

/** Only these pages need what the rest of the site forbids: the style attributes of the reader's icons. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reader's bundle writes this one style element itself.
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const docsHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The contract's, whichever server of the process serves it: it takes 300 ms to write. */
let written: ReturnType<typeof openApiDocument> | undefined;
/** Written when it is first asked for: nobody waits for it at a start. */
const document = { toJSON: () => (written ??= openApiDocument()) };

/** In both forms it has 800 KB: what was sent once is kept as it goes out. */
const described = new Map<string, Promise<KeptBytes>>();

async function sendDescription(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { url = "" } = request.routeOptions;
  const isYaml = url === `${docsPath}/yaml`;
  if (!isYaml && url !== `${docsPath}/json`) return undefined;
  const { server } = request;
  let kept = described.get(url);
  if (kept === undefined) {
    const text = isYaml ? server.swagger({ yaml: true }) : JSON.stringify(server.swagger());
    kept = keepBytes(Buffer.from(text));
    described.set(url, kept);
  }
  reply.type(isYaml ? "application/yaml; charset=utf-8" : "application/json; charset=utf-8");
  return sendKept(request, reply, await kept);
}

/**
 * Serves the calls' description at `/api/docs/json`, a page to read it at `/api/docs`, and the stream's
 * description beside them. A server of its own has these pages, which the first reader's request makes: no start
 * waits for its packages.
 */
export function serveDocs(server: FastifyInstance): void {
  let made: Promise<FastifyInstance> | null = null;
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    made ??= createDocs();
    const docs = await made.catch((error: unknown) => {
      made = null;
      throw error;
    });
    reply.hijack();
    docs.routing(request.raw, reply.raw);
  }
  server.get(docsPath, serve);
  server.get(`${docsPath}/*`, serve);
  server.addHook("onClose", async () => (await made)?.close());
}

async function createDocs(): Promise<FastifyInstance> {
  const server = fastify();
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refusalOf("not_found")));
  server.addHook("onRequest", async (_request, reply) => void reply.headers(docsHeaders));
  compressAnswers(server);
  const described = JSON.stringify(asyncApiDocument());
  server.get(asyncApiPath, (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(described),
  );
  const [swagger, swaggerUi] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  await server.register(swagger.default, {
    mode: "static",
    specification: { document: document as never },
  });
  await server.register(swaggerUi.default, {
    routePrefix: docsPath,
    staticCSP: docsPolicy,
    uiConfig: {
      docExpansion: "none",
      displayOperationId: false,
      defaultModelsExpandDepth: -1,
      persistAuthorization: false,
      tryItOutEnabled: true,
    },
    uiHooks: { onRequest: sendDescription },
    theme: {
      title: "Sanshi API",
      css: [{ filename: "sanshi.css", content: ".swagger-ui .topbar { display: none; }" }],
    },
  });
  await server.ready();
  return server;
}
