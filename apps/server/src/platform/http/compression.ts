import { brotliCompress, constants, gzip, type BrotliOptions, type ZlibOptions } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { takenEncodings } from "./encodings.ts";

/** What fits into one packet anyway is not worth the work. */
export const compressedFromBytes = 1_400;

// A list shrinks to a seventh at these levels; higher ones cost several times as much for little more.
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions: ZlibOptions = { level: 4 };

/** Compresses longer JSON answers for clients that take it, beside the main thread. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || payload.length < compressedFromBytes) {
      return done(null, payload);
    }
    const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
    if (!isJson || reply.hasHeader("content-encoding")) return done(null, payload);
    reply.header("vary", "accept-encoding");
    const taken = takenEncodings(request.headers["accept-encoding"]);
    const encoding = taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : null;
    if (encoding === null) return done(null, payload);
    const deliver = (error: Error | null, body: Buffer) => {
      // Uncompressed is also an answer.
      if (error !== null) return done(null, payload);
      reply.header("content-encoding", encoding);
      reply.removeHeader("content-length");
      done(null, body);
    };
    if (encoding === "br") brotliCompress(payload, brotliOptions, deliver);
    else gzip(payload, gzipOptions, deliver);
  });
}
