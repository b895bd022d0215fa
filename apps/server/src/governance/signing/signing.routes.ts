import type { Context } from "../../context.ts";
import { knownKeys } from "../../platform/signing/signing-key.ts";

/** The public halves of the keys that this instance signs with, for everybody: no sign-in, no secret. */
export function signingRoutes({ http, database, signingKey }: Context): void {
  http.fastify.get("/api/signing-keys.json", async (_request, reply) => {
    const keys = await knownKeys(database.reader);
    return reply
      .headers({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "public, max-age=300",
        // Whoever checks a draw or a signed head may do so from a page of their own.
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      })
      .send(
        JSON.stringify({
          keys: keys.map(({ id, publicKey, since }) => ({
            id,
            algorithm: "Ed25519",
            public_key: publicKey.toString("base64url"),
            since: new Date(since).toISOString(),
            current: id === signingKey.id,
          })),
        }),
      );
  });
}
