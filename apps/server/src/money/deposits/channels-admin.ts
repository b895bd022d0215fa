import {
  hourMs,
  iso,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { announceToEverybody } from "../../people/announcements/announcements.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { checkChannel, differencesOf } from "./channels.rules.ts";
import * as store from "./channels.store.ts";
import { channelAnnounced } from "./channels.texts.ts";
import type { StoredChannel } from "./channels.store.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/deposit-channels"]>;

const channelKind = "deposit_channel";

/** Where money is real: whoever is told of a wrong account has a day to say so before anybody pays there. */
export const channelHoursAhead = 24;

export function serveChannelAdmin(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/deposit-channels", async () => {
    const channels = await store.listAllChannels(context.database.reader);
    const now = context.clock.now();
    return accept({ items: channels.map((channel) => onWire(channel, now)), next_cursor: null });
  });
  operatorHttp.handle("/api/ops/deposit-channels/propose", ({ input, operator, audit }) =>
    proposeChannel(context, operator, audit, input),
  );
  operatorHttp.handle("/api/ops/deposit-channels/:id/withdraw", ({ input, audit }) =>
    transactionUnlessRefused(context.database, async (transaction) => {
      const at = context.clock.now();
      if (!(await store.withdrawChannel(transaction, BigInt(input.id), at))) {
        return refuse("channel_not_found");
      }
      await audit.within(transaction, `deposit-channel:${input.id}`, { withdrawn: true });
      return accept({});
    }),
  );
}

/** Where customers send their money is nobody's to decide alone. */
function proposeChannel(
  context: Context,
  operator: Operator,
  audit: Audit,
  input: CheckedInput<OperatorCalls["/api/ops/deposit-channels/propose"]>,
): Promise<Outcome<Proposed>> {
  const { note, replaces, ...form } = input;
  const checked = checkChannel(form);
  if (!checked.ok) return Promise.resolve(refuse(checked.code));
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, operator, {
      kind: channelKind,
      subject: `${form.currency}:${form.account_number}`,
      input: { form, replaces: replaces ?? null },
      note: note ?? "",
    });
    if (!proposed.ok) return proposed;
    const details = { proposal: proposed.value.id, account_number: form.account_number };
    await audit.within(transaction, `deposit-channel:${form.currency}`, details);
    return proposed;
  });
}

export const channelProposals: Handlers<"deposit_channel"> = {
  deposit_channel: {
    approve: "approve_proposals",
    differences: async (_context, transaction, { form, replaces }) => {
      const checked = checkChannel(form);
      if (!checked.ok) return refuse(checked.code);
      if (replaces === null) return accept(differencesOf(null, checked.channel));
      const before = await store.findPlannedChannel(transaction, BigInt(replaces));
      if (before === undefined) return refuse("channel_not_found");
      return accept(differencesOf(before, checked.channel));
    },
    apply: async (context, transaction, { input: { form, replaces }, approvedBy, at }) => {
      const checked = checkChannel(form);
      if (!checked.ok) return refuse(checked.code);
      const simulated = context.feed.kind === "simulated";
      const from = simulated ? at : at + channelHoursAhead * hourMs;
      const before =
        replaces === null ? null : await store.findPlannedChannel(transaction, BigInt(replaces));
      if (before === undefined) return refuse("channel_not_found");
      if (before !== null && !(await store.endChannel(transaction, before.id, from))) {
        return refuse("channel_not_found");
      }
      await store.insertChannel(transaction, {
        ...checked.channel,
        simulated,
        demo: false,
        holdsFrom: simulated ? null : from,
        replaces: before?.id ?? null,
      });
      const texts = channelAnnounced(checked.channel, { from, replaces: before });
      await announceToEverybody(transaction, { texts, writtenBy: approvedBy, at });
      return accept(null);
    },
  },
};

function onWire(channel: StoredChannel, now: number): Listed["items"][number] {
  const { id, minimum, maximum, currency, hours_from, hours_to, withdrawn_at: at } = channel;
  const { name, instructions, account_name, account_number, bank_name, branch_name } = channel;
  const { days, closes, simulated, position, holds_from: from } = channel;
  return {
    id: id.toString(),
    currency,
    name,
    instructions,
    account_name,
    account_number,
    bank_name,
    branch_name,
    minimum: minimum === null ? null : formatMinor(minimum, currency),
    maximum: maximum === null ? null : formatMinor(maximum, currency),
    hours: `${hours_from}-${hours_to}`,
    days,
    closes,
    simulated,
    position,
    // What is to be replaced is offered until then.
    withdrawn_at: at === null || at > now ? null : iso(at),
    holds_from: from === null || from <= now ? null : iso(from),
  };
}
