import type { FastifyReply, FastifyRequest } from "fastify";
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { takenEncodings } from "./encodings.ts";

const compress = promisify(gzip);

/** A body as it goes out, and the same compressed: both are made once, however many ask. */
export type KeptBytes = { etag: string; body: Buffer; compressed: Buffer };

export async function keepBytes(body: Buffer): Promise<KeptBytes> {
  const etag = `"${hash("sha256", body, "hex").slice(0, 32)}"`;
  return { etag, body, compressed: await compress(body) };
}

/** Sends the bytes, or 304 to a client that has them already. The caller has set the content type. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body, compressed }: KeptBytes,
): FastifyReply {
  reply.headers({ etag, vary: "accept-encoding", "cache-control": "no-cache" });
  if (knows(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const taken = takenEncodings(request.headers["accept-encoding"]);
  if (!taken.has("gzip")) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(compressed);
}

/** A proxy may have marked it as weak, for having compressed it. */
function knows(asked: string | undefined, etag: string): boolean {
  const known = (asked ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
