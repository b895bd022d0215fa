import type { FastifyRequest } from "fastify";
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
  type Asked = { Params: { file: string } };
  const asked = new WeakMap<FastifyRequest<Asked>, Promise<KeptBytes | null>>();
  const onRequest = async (request: FastifyRequest<Asked>): Promise<void> => {
    const id = /^([1-9]\d{0,17})\.json$/.exec(request.params.file)?.[1];
    if (id === undefined) return;
    const read = bundleOf(BigInt(id));
    // Where the page is refused, nobody waits for the read or its failure.
    read.catch(() => undefined);
    asked.set(request, read);
  };
  http.fastify.get<Asked>(path, { onRequest }, async (request, reply) => {
    const bundle = (await asked.get(request)) ?? null;
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
