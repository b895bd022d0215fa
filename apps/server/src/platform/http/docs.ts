import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asyncApiDocument, asyncApiPath } from "./async-api.ts";
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
 * description beside them.
 */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    mode: "static",
    specification: { document: document as never },
  });
  // In a scope of its own, so that the headers are of these pages alone.
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => void reply.headers(docsHeaders));
    const described = JSON.stringify(asyncApiDocument());
    scope.get(asyncApiPath, (_request, reply) =>
      reply.type("application/json; charset=utf-8").send(described),
    );
    await scope.register(swaggerUi, {
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
  });
}
