import { bankFileBytesMax, bankFileColumns } from "@sanshi/contract";
import { expect, test } from "vitest";
import { columnsLine, fileBytesMax } from "./bank-file.ts";

test("what is said of a bank's file is what the contract says", () => {
  expect(columnsLine).toBe(bankFileColumns.join());
  expect(fileBytesMax).toBe(bankFileBytesMax);
});
