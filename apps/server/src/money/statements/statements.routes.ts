import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { statementFile, statementMonths } from "./statements.ts";

export function statementRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/statements", async ({ customer }) =>
    accept(await statementMonths(context, customer)),
  );
  http.handle("/user/statement", async ({ input, customer }) => {
    const outcome = await statementFile(context, customer, input);
    if (!outcome.ok) return outcome;
    const { fileName, mediaType, bytes } = outcome.value;
    return accept({
      file_name: fileName,
      media_type: mediaType,
      base64: bytes.toString("base64"),
    });
  });
}
