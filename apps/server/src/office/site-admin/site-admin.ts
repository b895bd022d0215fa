import {
  isTightening,
  readPublicReason,
  settingChangesShownMax,
  siteSettingNames,
  siteSettings,
  standardText,
  tighteningHoursAhead,
  type CallOutput,
  type Calls,
  type CheckedInput,
  type OperatorCalls,
  type SiteSetting,
  type SiteSettingName,
  hourMs,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  findPendingProposal,
  inputOf,
  pendingOf,
  propose,
  type Proposed,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import { announceDecision } from "../../people/announcements/announcements.ts";
import { siteEntries } from "../../governance/site/site.ts";
import { leastOf, objectToSetting } from "./site-admin.rules.ts";
import * as store from "./site-admin.store.ts";
import { settingAnnounced, settingKept, settingNames, valueInWords } from "./site-admin.texts.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/site"]>;

const settingKind = "site_setting";

export async function settingsListed(
  { database: { reader }, clock, feed }: Context,
  operator: Operator,
): Promise<Outcome<Listed>> {
  const entries = await siteEntries(reader);
  const plans = await plansOf(reader);
  const items: Listed["items"] = [];
  for (const name of siteSettingNames) {
    const setting: SiteSetting = siteSettings[name];
    const waiting = await findPendingProposal(reader, settingKind, name);
    const isOver = waiting === undefined || waiting.expires_at <= clock.now();
    const pending = isOver ? null : pendingOf(waiting, operator);
    const planned = plans.get(name);
    items.push({
      tightens: setting.tightens,
      planned: planned === undefined ? null : planOnWire(planned),
      name,
      kind: setting.kind,
      public: setting.public,
      value: entries[name],
      standard: standardText(name, feed.kind === "simulated" ? "simulated" : "live"),
      choices: setting.kind === "choice" ? [...setting.choices] : [],
      min: setting.kind === "whole" ? Math.max(setting.min, leastOf(name, feed.kind)) : null,
      max: setting.kind === "whole" ? setting.max : null,
      pending:
        pending === null || waiting === undefined
          ? null
          : { ...pending, value: inputOf(settingKind, waiting).value },
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
    const read = readPublicReason("settings", form.reason);
    if (!read.ok) return refuse(read.code, read.params);
    const { reason } = read;
    await store.lockSettings(transaction);
    const proposed = await propose(context, transaction, operator, {
      kind: settingKind,
      subject: name,
      input: { name, value },
      reason,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, name, { proposal: proposed.value.id, value, reason });
    return proposed;
  });
}

/** A setting holds in every process from its moment on: it is read where it is needed. */
export const settingProposals: Handlers<"site_setting"> = {
  site_setting: {
    approve: "approve_proposals",
    differences: async ({ feed }, transaction, { name, value }) => {
      await store.lockSettings(transaction);
      const entries = await siteEntries(transaction);
      const planned = Object.fromEntries(
        [...(await plansOf(transaction))].map(([of, plan]) => [of, plan.value]),
      );
      const objection = objectToSetting(name, value, entries, planned);
      if (objection !== null) return refuse(objection);
      if (Number(value) < leastOf(name, feed.kind)) return refuse("setting_invalid");
      const changed = { field: `setting:${name}`, before: entries[name], after: value };
      if (!isTightening(name, entries[name], value)) return accept([changed]);
      const after = String(tighteningHoursAhead);
      return accept([changed, { field: "setting_hours_ahead", before: null, after }]);
    },
    apply: async (_context, transaction, approval) => {
      const { input, proposalId, proposedBy, approvedBy, at } = approval;
      const { name, value } = input;
      const before = (await siteEntries(transaction))[name];
      const tightens = isTightening(name, before, value);
      const isWithdrawn = value === before && (await plansOf(transaction)).has(name);
      const effectiveFrom = at + (tightens ? tighteningHoursAhead * hourMs : 0);
      // What was proposed by an earlier release has no reason of its own.
      const reason = reasonSentences(approval.reason ?? { code: "service_improved", words: "" });
      await store.insertChange(transaction, {
        name,
        before,
        value,
        tightens,
        reason,
        proposalId,
        proposedBy,
        approvedBy,
        at,
        effectiveFrom,
      });
      if (!tightens) {
        // Everybody was told of what does not come now.
        if (isWithdrawn) await announceDecision(transaction, settingKept(name), approval);
        return accept({});
      }
      const texts = settingAnnounced({ name, before, value, effectiveFrom, reason });
      await announceDecision(transaction, texts, approval);
      return accept({});
    },
  },
};

async function plansOf(reader: Reader): Promise<Map<SiteSettingName, store.StoredChange>> {
  return new Map((await store.plannedChanges(reader)).map((plan) => [plan.name, plan]));
}

function planOnWire({ value, effective_from }: store.StoredChange) {
  return { value, effective_from: new Date(effective_from).toISOString() };
}

/** For everybody: what is announced, and what was changed. */
export async function settingChanges({
  database,
}: Pick<Context, "database">): Promise<CallOutput<Calls["/common/setting-changes"]>> {
  const found = await store.listChanges(database.reader, settingChangesShownMax);
  return {
    items: found.map((change) => ({
      id: change.id.toString(),
      name: change.name,
      names: settingNames[change.name],
      before: valueInWords(change.name, change.value_before, change.value),
      after: valueInWords(change.name, change.value, change.value_before),
      tightens: change.tightens,
      reason: change.reason,
      role: change.proposed_role,
      approved_role: change.approved_role,
      announced_at: new Date(change.decided_at).toISOString(),
      effective_from: new Date(change.effective_from).toISOString(),
      state: change.state,
    })),
  };
}
