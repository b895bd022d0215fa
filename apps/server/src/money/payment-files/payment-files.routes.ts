import type { Context } from "../../context.ts";
import { proposeRefusal } from "./payment-files.refusals.ts";
import { fileForBank, filesListed, makeFile, readAnswer } from "./payment-files.ts";

export function paymentFileRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/payment-files", ({ input, audit }) => {
    audit.about("payment files");
    return filesListed(context, input);
  });
  operatorHttp.handle("/api/ops/payment-files/make", ({ input, operator, audit }) => {
    audit.about("payment files", { format: input.format, transfer_on: input.transfer_on });
    return makeFile(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/payment-files/:id/file", ({ input, audit }) => {
    audit.about(`payment file ${input.id}`);
    return fileForBank(context, audit, BigInt(input.id));
  });
  operatorHttp.handle("/api/ops/payment-files/:id/refuse", ({ input, operator, audit }) => {
    audit.about(`payment file ${input.id}`);
    return proposeRefusal(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/payment-files/:id/answer", ({ input, operator, audit }) => {
    audit.about(`payment file ${input.id}`, { file: input.file_name });
    return readAnswer(context, operator, audit, input);
  });
}
