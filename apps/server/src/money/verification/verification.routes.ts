import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { serveVerificationQueue } from "./verification.queue.ts";
import { fillNameKeys, submitVerification, verificationOf } from "./verification.ts";

export function verificationRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/verification", async ({ customer }) =>
    accept(await verificationOf(context, customer)),
  );
  http.handle("/user/submit-verification", ({ input, customer }) =>
    submitVerification(context, customer, {
      name: input.name,
      nameKana: input.name_kana ?? null,
      idType: input.id_type,
      idNumber: input.id_number,
      agree: input.agree === "true",
      front: input.front ?? null,
      back: input.back ?? null,
    }),
  );
  serveVerificationQueue(context);
  // Of a former release; whoever is looked for meanwhile is found by number.
  fillNameKeys(context).catch((error: unknown) =>
    context.log.warn({ err: error }, "older names cannot be looked for yet"),
  );
}
