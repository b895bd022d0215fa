import type { CallInput, OperatorCalls } from "@sanshi/contract";
import { expect } from "vitest";
import type { TestApplication } from "./test-application.ts";
import { equipOperators, newOperator, opsAccepted, opsRefused } from "./test-operators.ts";

/** A stock's end by two operators, until this process knows it. */
export async function announceEnd(
  app: TestApplication,
  form: CallInput<OperatorCalls["/api/ops/stock-ends/propose"]>,
): Promise<void> {
  const proposer = await newOperator(app, "approver");
  const approver = await newOperator(app, "approver");
  if (app.context.feed.kind === "live") await equipOperators(app);
  const { id } = await opsAccepted(app, "/api/ops/stock-ends/propose", form, proposer);
  const decision = { id, decision: "approve" } as const;
  expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe("ok");
  await app.context.instruments.read();
}
