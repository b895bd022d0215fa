import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { startKeepingHeads, statementFile, statementMonths } from "./statements.ts";

export async function statementsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
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
  return startKeepingHeads(context);
}
