import {
  siteSettingNames,
  siteSettings,
  standardText,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type SiteSetting,
  type SiteSettingName,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  findPendingProposal,
  pendingOf,
  propose,
  registerProposalKind,
  type Proposed,
} from "../proposals/proposals.ts";
import { siteEntries } from "../site/site.ts";
import { objectToSetting } from "./site-admin.rules.ts";
import * as store from "./site-admin.store.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/site"]>;
type SettingInput = { name: SiteSettingName; value: string };

const settingKind = "site_setting";

export async function settingsListed(
  { database: { reader }, clock, feed }: Context,
  operator: Operator,
): Promise<Outcome<Listed>> {
  const entries = await siteEntries(reader);
  const items: Listed["items"] = [];
  for (const name of siteSettingNames) {
    const setting: SiteSetting = siteSettings[name];
    const waiting = await findPendingProposal(reader, settingKind, name);
    const isOver = waiting === undefined || waiting.expires_at <= clock.now();
    const pending = isOver ? null : pendingOf(waiting, operator);
    items.push({
      name,
      kind: setting.kind,
      public: setting.public,
      value: entries[name],
      standard: standardText(name, feed.kind === "simulated" ? "simulated" : "live"),
      choices: setting.kind === "choice" ? [...setting.choices] : [],
      min: setting.kind === "whole" ? setting.min : null,
      max: setting.kind === "whole" ? setting.max : null,
      pending: pending && { ...pending, value: String(waiting?.input["value"]) },
    });
  }
  return accept({ items, next_cursor: null });
}

export function proposeSetting(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/site/propose"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { name, value } = form;
    await store.lockSettings(transaction);
    const proposed = await propose<SettingInput>(context, transaction, operator, {
      kind: settingKind,
      subject: name,
      input: { name, value },
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, name, { proposal: proposed.value.id, value });
    return proposed;
  });
}

/** A setting holds in every process at the commit: it is read where it is needed. */
export function registerSettings(): void {
  registerProposalKind<SettingInput>({
    name: settingKind,
    approve: "approve_proposals",
    differences: async (_context, transaction, { name, value }) => {
      await store.lockSettings(transaction);
      const entries = await siteEntries(transaction);
      const objection = objectToSetting(name, value, entries);
      if (objection !== null) return refuse(objection);
      return accept([{ field: `setting:${name}`, before: entries[name], after: value }]);
    },
    apply: async (_context, transaction, { input }) => {
      await store.putSetting(transaction, input.name, input.value);
      return accept({});
    },
  });
}
