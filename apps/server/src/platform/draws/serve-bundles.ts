import { takenEncodings } from "../http/encodings.ts";
import type { HttpServer } from "../http/http-server.ts";
import type { Database } from "../sql/database.ts";
import type { DrawBook } from "./draw-book.ts";
import { publicBundle } from "./drawing.ts";

/** All that a product's draws are made of, for everybody: no sign-in, and no page that may not ask. */
export function serveBundles(
  { http, database }: { http: HttpServer; database: Database },
  book: DrawBook,
  /** What the terms call an offering, before its number. */
  prefix: string,
): void {
  const path = `/api/draws/${prefix}:file` as const;
  http.fastify.get<{ Params: { file: string } }>(path, async (request, reply) => {
    const id = /^([1-9]\d{0,17})\.json$/.exec(request.params.file)?.[1];
    const bundle = id === undefined ? null : await publicBundle({ database }, book, BigInt(id));
    const headers = reply.headers({
      "content-type": "application/json; charset=utf-8",
      // What is not drawn yet changes.
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    if (bundle === null) return headers.code(404).send('{"error":"not_found"}');
    headers.header("etag", bundle.etag);
    if (knows(request.headers["if-none-match"], bundle.etag)) return headers.code(304).send();
    const taken = takenEncodings(request.headers["accept-encoding"]);
    if (!taken.has("gzip")) return headers.send(bundle.body);
    return headers.header("content-encoding", "gzip").send(bundle.compressed);
  });
}

/** Whoever stands between may have marked it as weak, for having compressed it. */
function knows(asked: string | undefined, etag: string): boolean {
  const known = (asked ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
