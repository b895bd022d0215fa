import type { CustomerState } from "@sanshi/contract";
import {
  currencies,
  marketKeys,
  minor,
  negateMinor,
  settlementCurrency,
  type Currency,
  type Minor,
} from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  openCustomerAccounts,
  postTransfer,
  type Balance,
} from "../../ledger/ledger.ts";
import type { Context } from "../../context.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import {
  atPasswordPlace,
  hashPassword,
  isCommonPassword,
  passwordMatches,
  type PasswordPlace,
} from "../../platform/passwords.ts";
import { endSessions, type Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  addressKey,
  countAttempt,
  forgetAttempts,
  type RateLimit,
} from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { unreadServiceMessages } from "../conversations/conversations.ts";
import { sendMessage, unreadMessages } from "../messages/messages.ts";
import {
  normaliseInvitationCode,
  objectToNewPassword,
  objectToRegistration,
  type Objection,
} from "./accounts.rules.ts";
import * as store from "./accounts.store.ts";
import type { Credentials, Origin, Resets } from "./sign-in.ts";

export { normaliseInvitationCode };
export {
  updateState as setState,
  updateVerification as setVerification,
} from "./accounts.store.ts";

export {
  notifyOfSignIn,
  withRightPassword,
  type Credentials,
  type FactorResets,
  type Origin,
  type Resets,
  type SecondStep,
} from "./sign-in.ts";

const attemptsWindowMinutes = 15;

function registrationLimits(address: string): RateLimit[] {
  return [{ key: addressKey("register", address), attemptsMax: 300, windowMinutes: 60 }];
}

export async function register(
  context: Context,
  form: {
    account: string;
    password: string;
    password2: string;
    inviteCode: string;
    agree: boolean;
  },
  origin: Origin,
): Promise<Outcome<Credentials>> {
  const objection = objectToRegistration({
    ...form,
    isCommonPassword: await isKnownPassword(context, form.password, form.account),
  });
  if (objection !== null) return { ok: false, refusal: objection };
  return atPasswordPlace("stranger", (place) => registerAt(context, form, origin, place));
}

async function registerAt(
  context: Context,
  form: { account: string; password: string; inviteCode: string },
  origin: Origin,
  place: PasswordPlace,
): Promise<Outcome<Credentials>> {
  const reader = context.database.reader;
  // Every attempt counts, so that neither codes nor accounts can be searched through.
  const minutes = await countAttempt(reader, registrationLimits(origin.address));
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const invitationCode = normaliseInvitationCode(form.inviteCode);
  if (!(await store.invitationCodeIsOpen(reader, invitationCode))) {
    return refuse("inviter_not_found");
  }
  const passwordHash = await place.hash(form.password);
  return context.database.transaction(async (transaction) => {
    const at = context.clock.now();
    const customerId = await store.insertCustomer(transaction, {
      account: form.account,
      passwordHash,
      invitationCode,
      at,
    });
    if (customerId === undefined) return refuse("account_exists");
    await openLedgerAccounts(transaction, customerId);
    await grantPaperMoney(context, transaction, customerId, at);
    await recordActivity(transaction, { customerId, kind: "registered", at });
    await sendMessage(transaction, { customerId, kind: "welcome", link: "/home/index", at });
    const token = await context.sessions.open(transaction, customerId, origin.device);
    return accept({ token, account: form.account });
  });
}

/** What speaks against a new password of an account, whether or not there is the account. */
export async function objectToPassword(
  context: Pick<Context, "breachedPasswords">,
  form: { account: string; newPassword: string; newPassword2: string },
): Promise<Objection> {
  const isKnown = await isKnownPassword(context, form.newPassword, form.account);
  return objectToNewPassword(form.newPassword, form.newPassword2, isKnown);
}

/** To whoever guesses: a common one, or one that another site has lost. */
async function isKnownPassword(
  { breachedPasswords }: Pick<Context, "breachedPasswords">,
  password: string,
  account: string,
): Promise<boolean> {
  return isCommonPassword(password, account) || breachedPasswords.has(password);
}

async function openLedgerAccounts(transaction: Transaction, customerId: bigint): Promise<void> {
  const marketCurrencies = marketKeys.map(settlementCurrency);
  await openCustomerAccounts(transaction, customerId, [
    ...currencies.flatMap((currency) => [
      { currency, purpose: "available" as const },
      { currency, purpose: "reserved_withdrawals" as const },
    ]),
    ...tradingPurposes.flatMap((purpose) =>
      marketCurrencies.map((currency) => ({ currency, purpose })),
    ),
  ]);
}

/** Makes an account that trades and that nobody signs in to, with nothing in it. */
export async function openPool(
  transaction: Transaction,
  pool: { account: string; currency: Currency; at: number },
): Promise<bigint> {
  const customerId = await store.insertPool(transaction, pool);
  await openLedgerAccounts(transaction, customerId);
  await openCustomerAccounts(transaction, customerId, [
    { currency: pool.currency, purpose: "units_issued" },
    { currency: pool.currency, purpose: "unit_result" },
  ]);
  return customerId;
}

/** What trading needs an account for, in every market's currency. */
const tradingPurposes = [
  "reserved_orders",
  "followed",
  "reserved_subscriptions",
  "debt",
  "margin_debt",
  "short_collateral",
  "shortfall_debt",
] as const;

/**
 * Writes into the audit log what a new customer is given from now on, where it says otherwise or nothing yet: what was
 * given can be compared with it later.
 */
export async function noteSimulatedGrant({
  auditLog,
  database,
  feed,
  settings,
}: Pick<Context, "auditLog" | "database" | "feed" | "settings">): Promise<void> {
  if (feed.kind !== "simulated") return;
  const given = settings.simulatedGrant.filter(({ amountMinor }) => amountMinor > 0n);
  const details = Object.fromEntries(
    given.map(({ currency, amountMinor }) => [currency, amountMinor.toString()]),
  );
  await database.transaction(async (transaction) => {
    await store.lockNotedGrant(transaction);
    if (await store.isNotedGrant(transaction, details)) return;
    await auditLog.appendWithin(transaction, {
      operatorId: null,
      operator: null,
      role: null,
      address: "local",
      method: "START",
      path: "simulated_grant",
      subject: "simulated_grant",
      outcome: "ok",
      details,
    });
  });
  await auditLog.settled();
}

/** Paper money for a new customer: an ordinary transfer, and only where the market is simulated. */
async function grantPaperMoney(
  context: Context,
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<void> {
  if (context.feed.kind !== "simulated") return;
  const accounts = await customerAccounts(transaction, customerId);
  for (const { currency, amountMinor } of context.settings.simulatedGrant) {
    if (amountMinor <= 0n) continue;
    const accountId = accounts.get(accountKey(currency, "available"));
    if (accountId === undefined) throw new Error(`no account in ${currency}`);
    const house = await houseAccount(transaction, currency, "simulated_grant");
    await postTransfer(transaction, {
      kind: "simulated_grant",
      causeId: customerId,
      happenedAt: at,
      currency,
      entries: [
        { accountId: house, amount: negateMinor(amountMinor) },
        { accountId, amount: amountMinor },
      ],
    });
  }
}

export async function signOut(context: Context, customer: Customer): Promise<void> {
  await context.database.transaction((transaction) =>
    endSessions(transaction, customer.customerId, { only: customer.sessionId }),
  );
  context.sessions.forget(customer.customerId);
}

/** What is known of second factors: another feature's, which knows this one. */
export type Factors = {
  /** Whether the customer has one that this session has not proved lately. */
  lacksProof(
    reader: Reader,
    customer: Pick<Customer, "customerId" | "sessionId">,
  ): Promise<boolean>;
  /** Why this session may send no other away; null where it may. */
  objectToSendingAway(
    reader: Reader,
    customer: Pick<Customer, "customerId" | "sessionId">,
  ): Promise<(Outcome<never> & { ok: false }) | null>;
  /** The customer is locked. */
  endPasskeysBut(
    transaction: Transaction,
    passkeys: { customerId: bigint; kept: readonly string[]; at: number },
  ): Promise<void>;
};

/**
 * Ends every other session, and the passkeys that are not kept: whoever was in with the old password may
 * have left one. That takes a proof of a factor, else the password alone would take them away.
 */
export async function changePassword(
  context: Context,
  customer: Customer,
  form: { oldPassword: string; newPassword: string; newPassword2: string; kept: string[] },
  { endReset, lacksProof, endPasskeysBut, objectToSendingAway }: Pick<Resets, "endReset"> & Factors,
): Promise<Outcome<Record<string, never>>> {
  const objection = await objectToPassword(context, { ...form, account: customer.account });
  if (objection !== null) return { ok: false, refusal: objection };
  if (form.newPassword === form.oldPassword) return refuse("password_unchanged");
  const reader = context.database.reader;
  const limit = {
    key: `change-password:account:${customer.account}`,
    attemptsMax: 10,
    windowMinutes: attemptsWindowMinutes,
  };
  const minutes = await countAttempt(reader, [limit]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadCustomer(reader, customer.customerId);
  if (stored === undefined || !(await passwordMatches(form.oldPassword, stored.password_hash))) {
    return refuse("wrong_original_password");
  }
  if (await lacksProof(reader, customer)) return refuse("proof_required");
  const held = await objectToSendingAway(reader, customer);
  if (held !== null) return held;
  const newHash = await hashPassword(form.newPassword);
  const { customerId } = customer;
  const changed = await transactionUnlessRefused(context.database, async (transaction) => {
    const change = { customerId, oldHash: stored.password_hash, newHash };
    if (!(await store.updatePassword(transaction, change))) return refuse("modification_failed");
    // A first factor may have been added since.
    if (await lacksProof(transaction, customer)) return refuse("proof_required");
    await endSessions(transaction, customerId, { allBut: customer.sessionId });
    const event = { customerId, at: context.clock.now() };
    await endPasskeysBut(transaction, { ...event, kept: form.kept });
    await endReset(transaction, customerId, event.at);
    await recordActivity(transaction, { ...event, kind: "password_changed" });
    await sendMessage(transaction, { ...event, kind: "password_changed", link: "/mine/index" });
    return accept({});
  });
  if (!changed.ok) return changed;
  context.sessions.forget(customerId);
  await forgetAttempts(reader, limit.key);
  return changed;
}

export async function revokeSession(
  context: Context,
  customer: Customer,
  sessionId: string,
  { objectToSendingAway }: Pick<Factors, "objectToSendingAway">,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const { customerId } = customer;
  const request = { customerId, requestId, call: "revoke-session", input: { id: sessionId } };
  const outcome = await answeredOnceWithId(context.database, request, async (transaction) => {
    const isOther = sessionId !== customer.sessionId;
    const held = isOther ? await objectToSendingAway(transaction, customer) : null;
    if (held !== null) return held;
    const revoked = await endSessions(transaction, customerId, { only: sessionId });
    return revoked === 1 ? accept({}) : refuse("session_not_found");
  });
  context.sessions.forget(customerId);
  return outcome;
}

export type UserInfo = {
  account: string;
  state: CustomerState;
  registeredAt: number;
  balances: readonly Balance[];
  /** For whoever remembers the device; it goes to nobody. */
  passwordHash: string;
  /** The number on the wire: 0 not verified, 1 under review, 2 verified, 3 failed. */
  verification: number;
  unreadMessages: number;
  unreadServiceMessages: number;
};

export async function userInfo(context: Context, customer: Customer): Promise<UserInfo> {
  const [stored, balances, unread, unreadService] = await Promise.all([
    store.loadCustomer(context.database.reader, customer.customerId),
    customerBalances(context.database.reader, customer.customerId),
    unreadMessages(context.database.reader, customer.customerId),
    unreadServiceMessages(context.database.reader, customer.customerId),
  ]);
  if (stored === undefined) throw new Error("a session without a customer");
  return {
    account: stored.account,
    state: stored.state,
    registeredAt: stored.registered_at,
    verification: stored.verification,
    passwordHash: stored.password_hash,
    balances,
    unreadMessages: unread,
    unreadServiceMessages: unreadService,
  };
}

export function availableIn(balances: readonly Balance[], currency: Currency): Minor {
  const found = balances.find(
    (balance) => balance.currency === currency && balance.purpose === "available",
  );
  if (found === undefined) throw new Error(`no available account in ${currency}`);
  return found.balance;
}

/** What leverage may still borrow: the credit limit less what is borrowed already. */
export function creditLeftIn(balances: readonly Balance[], currency: Currency): Minor {
  const found = balances.find(
    (balance) => balance.currency === currency && balance.purpose === "margin_debt",
  );
  if (found === undefined) throw new Error(`no credit account in ${currency}`);
  return minor(found.balance - found.floor);
}

export function sessionsOf(context: Context, customer: Customer): Promise<store.StoredSession[]> {
  return store.listSessions(context.database.reader, customer.customerId);
}
