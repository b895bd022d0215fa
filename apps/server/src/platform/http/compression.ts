import { promisify } from "node:util";
import { brotliCompress, constants, gzip, type BrotliOptions, type ZlibOptions } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { takenEncodings } from "./encodings.ts";

/** What fits into one packet anyway is not worth the work. */
export const compressedFromBytes = 1_400;

// A list shrinks to a seventh at these levels; higher ones cost several times as much for little more.
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions: ZlibOptions = { level: 4 };

const compressWith = {
  br: (text: string) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text: string) => promisify(gzip)(text, gzipOptions),
};
export type Encoding = keyof typeof compressWith;

/** The best that the client takes; null where it takes none of ours. */
export function encodingFor(request: FastifyRequest): Encoding | null {
  const taken = takenEncodings(request.headers["accept-encoding"]);
  return taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : null;
}

/** Beside the main thread. Null where it fails: uncompressed is also an answer. */
export function compressText(encoding: Encoding, text: string): Promise<Buffer | null> {
  return compressWith[encoding](text).catch(() => null);
}

/** Compresses longer JSON answers for clients that take it. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < compressedFromBytes) return payload;
    const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
    if (!isJson || reply.hasHeader("content-encoding")) return payload;
    reply.header("vary", "accept-encoding");
    const encoding = encodingFor(request);
    const body = encoding === null ? null : await compressText(encoding, payload);
    if (body === null) return payload;
    reply.header("content-encoding", encoding);
    reply.removeHeader("content-length");
    return body;
  });
}
