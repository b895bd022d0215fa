import type { FastifyRequest } from "fastify";

/**
 * Whether the caller's connection is encrypted, up to the proxy in front of us at least. Who forges
 * the proxy's header changes only the forger's own answer.
 */
export function isEncrypted(request: FastifyRequest): boolean {
  return request.headers["x-forwarded-proto"] === "https" || request.protocol === "https";
}

/** Browsers that came encrypted once shall never come otherwise again. */
export const strictTransport = "max-age=63072000; includeSubDomains";
