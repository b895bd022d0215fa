import type { CustomerState, Difference } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { sql } from "../../platform/sql/database.ts";
import { proposalCases, serveProposalQueue } from "../../governance/approvals/approvals.ts";
import { addNote, assetsOfCustomer, casesOf, identityOf, notesOf } from "./customer-file.ts";
import {
  activityOf,
  fillsOf,
  messagesOf,
  positionsOf,
  postingsOf,
  recordsOf,
  sessionsOf,
} from "./customer-history.ts";
import { changeState, lookAtCustomer, searchCustomers } from "./customers-admin.ts";

export function customersAdminRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/customers", ({ input, audit }) => {
    audit.about("customers", { q: input.q ?? "", state: input.state ?? "" });
    return searchCustomers(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account", ({ input, operator, audit }) => {
    audit.about(input.account);
    return lookAtCustomer(context, operator, input.account);
  });
  operatorHttp.handle("/api/ops/customers/:account/postings", ({ input, audit }) => {
    audit.about(input.account, { ledger_account: input.ledger_account });
    return postingsOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/positions", ({ input, audit }) => {
    audit.about(input.account);
    return positionsOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/fills", ({ input, audit }) => {
    audit.about(input.account);
    return fillsOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/records", ({ input, audit }) => {
    audit.about(input.account);
    return recordsOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/sessions", ({ input, audit }) => {
    audit.about(input.account);
    return sessionsOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/messages", ({ input, audit }) => {
    audit.about(input.account);
    return messagesOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/activity", ({ input, audit }) => {
    audit.about(input.account);
    return activityOf(context, input);
  });
  serveCustomerFile(context);
  operatorHttp.handle("/api/ops/customers/:account/state", ({ input, operator, audit }) => {
    audit.about(input.account, { after: input.state });
    return changeState(context, operator, audit, input);
  });
  serveProposalQueue<{
    state_before: CustomerState;
    state_after: CustomerState;
    differences: Difference[];
  }>(context, {
    name: "customer-states",
    reasons: "proposals",
    dueHours: 8,
    cases: proposalCases(
      ["customer_state"],
      sql`, differences #>> '{0,before}' AS state_before, differences #>> '{0,after}' AS state_after,
        differences`,
    ),
    item: ({ state_before, state_after, differences }) => ({
      state_before,
      state_after,
      differences,
    }),
  });
}

function serveCustomerFile(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/customers/:account/identity", ({ input, audit }) => {
    audit.about(input.account);
    return identityOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/assets", ({ input, audit }) => {
    audit.about(input.account);
    return assetsOfCustomer(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/cases", ({ input, audit }) => {
    audit.about(input.account);
    return casesOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/notes", ({ input, audit }) => {
    audit.about(input.account);
    return notesOf(context, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/notes/add", ({ input, operator, audit }) => {
    audit.about(input.account);
    return addNote(context, operator, audit, input);
  });
}
