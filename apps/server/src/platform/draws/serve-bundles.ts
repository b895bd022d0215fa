import type { HttpServer } from "../http/http-server.ts";
import { gatherReads } from "../gathered-reads.ts";
import { sendKept, type KeptBytes } from "../http/kept-bytes.ts";
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
  const bundleOf = gatherReads<bigint, KeptBytes | null>(async (ids) => {
    const found = new Map(ids.map((id) => [id, publicBundle({ database }, book, id)]));
    await Promise.allSettled(found.values());
    return found;
  });
  const path = `/api/draws/${prefix}:file` as const;
  http.fastify.get<{ Params: { file: string } }>(path, async (request, reply) => {
    const id = /^([1-9]\d{0,17})\.json$/.exec(request.params.file)?.[1];
    const bundle = id === undefined ? null : await bundleOf(BigInt(id));
    const headers = reply.headers({
      "content-type": "application/json; charset=utf-8",
      // What is not drawn yet changes.
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    if (bundle === null) return headers.code(404).send('{"error":"not_found"}');
    return sendKept(request, headers, bundle);
  });
}
