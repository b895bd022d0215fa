import { createHash } from "node:crypto";
import { prospectusBytesMax, prospectusHash, prospectusPath } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { FileAnswer, type Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { faultOfProspectus } from "./prospectuses.rules.ts";
import * as store from "./prospectuses.store.ts";

/**
 * Prospectuses that the house keeps: each under the SHA-256 of its bytes, which is part of what two operators
 * publish. So what was published never changes, and whoever reads one can hold it against the offering.
 */

type StoreContext = Pick<Context, "database" | "objects" | "clock" | "log">;

const megabyte = 1024 * 1024;

export async function keepProspectus(
  { database, objects, clock, log }: StoreContext,
  { operatorId: by }: Operator,
  audit: Audit,
  content: string,
): Promise<Outcome<{ prospectus: string; bytes: number }>> {
  const file = Buffer.from(content, "base64");
  const fault = faultOfProspectus(file);
  if (fault !== null) return refuse(fault, { megabytes: String(prospectusBytesMax / megabyte) });
  const sha256 = hashOf(file);
  const bytes = file.length;
  try {
    await objects.put(sha256, file);
  } catch (error) {
    log.error({ err: error }, "a prospectus could not be kept");
    return refuse("upload_failed");
  }
  const prospectus = prospectusPath(sha256);
  await database.transaction(async (transaction) => {
    await store.insertProspectus(transaction, { sha256, bytes, at: clock.now(), by });
    await audit.within(transaction, prospectus, { bytes: String(bytes) });
  });
  return accept({ prospectus, bytes });
}

export async function prospectusForOperators(
  context: Pick<Context, "database" | "objects">,
  sha256: string,
): Promise<Outcome<FileAnswer>> {
  if (!(await store.isKnown(context.database.reader, sha256))) {
    return refuse("prospectus_not_found");
  }
  const bytes = await bytesOf(context, sha256);
  return accept(new FileAnswer(`prospectus-${sha256.slice(0, 8)}.pdf`, "application/pdf", bytes));
}

/** Whether a form names a prospectus of ours that is not there. */
export async function lacksProspectus(reader: Reader, prospectus: string | null): Promise<boolean> {
  const sha256 = prospectus === null ? null : prospectusHash(prospectus);
  return sha256 !== null && !(await store.isKnown(reader, sha256));
}

/** For everybody, once an offering that names it is published. */
export function serveProspectuses(context: Pick<Context, "http" | "database" | "objects">): void {
  const { http, database } = context;
  http.fastify.get<{ Params: { file: string } }>(
    "/api/prospectuses/:file",
    async (request, reply) => {
      const path = `/api/prospectuses/${request.params.file}`;
      const sha256 = prospectusHash(path);
      if (sha256 === null || !(await store.isPublic(database.reader, path))) {
        const headers = { "content-type": "application/json; charset=utf-8" };
        return reply.headers(headers).code(404).send('{"error":"not_found"}');
      }
      reply.headers({
        "content-type": "application/pdf",
        // Somebody else's file: it is saved and opened by what the reader trusts, and runs nothing of ours.
        "content-disposition": `attachment; filename="prospectus-${sha256.slice(0, 8)}.pdf"`,
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "public, max-age=31536000, immutable",
        etag: `"${sha256}"`,
      });
      if (request.headers["if-none-match"]?.includes(sha256) === true) {
        return reply.code(304).send();
      }
      return reply.send(await bytesOf(context, sha256));
    },
  );
}

/** What lies under a name has to be what it was named for. */
async function bytesOf({ objects }: Pick<Context, "objects">, sha256: string): Promise<Buffer> {
  const bytes = await objects.get(sha256);
  if (hashOf(bytes) !== sha256) throw new Error(`the prospectus ${sha256} is not what was kept`);
  return bytes;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
