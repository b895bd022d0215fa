import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { breaksListed, importMovements, matchByHand, movementsListed } from "./bank-movements.ts";
import { lastReport, startBookChecks } from "./book-check.ts";
import { booksExport, dailyFigures, trialBalance } from "./books.ts";

export function booksRoutes(context: Context): Promise<{ stop(): Promise<void> }> {
  const { operatorHttp, database } = context;
  const check = startBookChecks(context);
  operatorHttp.handle("/api/ops/books/trial-balance", async ({ audit }) => {
    audit.about("trial balance");
    return accept(await trialBalance(context));
  });
  operatorHttp.handle("/api/ops/books/check", async ({ audit }) => {
    audit.about("books");
    const running = await check.runNow();
    return accept({ check: await lastReport(database.reader), running });
  });
  operatorHttp.handle("/api/ops/books/daily", ({ input, audit }) => {
    audit.about("daily figures", input);
    return dailyFigures(context, input);
  });
  operatorHttp.handle("/api/ops/books/export", ({ input, audit }) => {
    audit.about("books", input);
    return booksExport(context, input);
  });
  operatorHttp.handle("/api/ops/books/bank-movements", ({ input, audit }) => {
    audit.about("bank movements", { state: input.state });
    return movementsListed(context, input);
  });
  operatorHttp.handle("/api/ops/books/breaks", ({ audit }) => {
    audit.about("breaks");
    return breaksListed(context);
  });
  operatorHttp.handle("/api/ops/books/bank-movements/import", ({ input, operator, audit }) => {
    audit.about("bank movements", { file: input.file_name });
    return importMovements(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/books/bank-movements/:id/match", ({ input, operator, audit }) => {
    audit.about(`bank movement ${input.id}`, { record: input.record_id });
    return matchByHand(context, operator, audit, input);
  });
  return Promise.resolve({ stop: () => check.stop() });
}
