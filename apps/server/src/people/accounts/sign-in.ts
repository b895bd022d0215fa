import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { DeviceCookies } from "../../platform/http/device-cookies.ts";
import type { KnownDevice } from "../../platform/known-devices.ts";
import type { Puzzle } from "../../platform/puzzles.ts";
import { atPasswordPlace, type PasswordPlace } from "../../platform/passwords.ts";
import { endSessions } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  addressKey,
  countAttempt,
  forgetAttempts,
  uncountAttempt,
  type RateLimit,
} from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../messages/messages.ts";
import * as store from "./accounts.store.ts";
import { keepDevice, knownDevice } from "./devices.ts";
import {
  countStranger,
  uncountStranger,
  objectToWork,
  puzzleBrought,
  type Work,
} from "./strangers-work.ts";

export type Credentials = { token: string; account: string };
/** Where a call came from, as the connection and the browser say. */
export type Origin = { address: string; device: string };

const attemptsWindowMinutes = 15;

/** Failures that a limit lets pass within `attemptsWindowMinutes`; the next try waits. */
export const signInAttemptsMax = {
  /** Of a known device, at its account: its owner's own, which nobody else can use up. */
  device: 10,
  /** Of one network, at all accounts. A classroom shares one address. */
  network: 100,
  /** Of one network, at one account. */
  networkAtAccount: 10,
  /** Codes of the second step, of all strangers who know the account's password. */
  codesAtAccount: 10,
} as const;

function strangersLimits(account: string, address: string): RateLimit[] {
  const { network, networkAtAccount } = signInAttemptsMax;
  return [
    {
      key: addressKey("sign-in", address),
      attemptsMax: network,
      windowMinutes: attemptsWindowMinutes,
    },
    {
      key: addressKey(`sign-in:account:${account}`, address),
      attemptsMax: networkAtAccount,
      windowMinutes: attemptsWindowMinutes,
    },
  ];
}

function deviceLimit({ id }: KnownDevice): RateLimit {
  const attemptsMax = signInAttemptsMax.device;
  return { key: `sign-in:device:${id}`, attemptsMax, windowMinutes: attemptsWindowMinutes };
}

/** Only who knows the password gets to it: strangers cannot fill it, and codes cannot be guessed through. */
function codeLimit(customerId: bigint): RateLimit {
  const attemptsMax = signInAttemptsMax.codesAtAccount;
  return { key: `sign-in:code:${customerId}`, attemptsMax, windowMinutes: attemptsWindowMinutes };
}

/** What a sign-in with the right password asks for besides, of whoever has any second factor. */
export type SecondStep = {
  isAsked(reader: Reader, customerId: bigint): Promise<boolean>;
  /** Spends the code or the challenge; answers the passkey that was used, where it was one. */
  check(customerId: bigint, given: GivenStep): Promise<Outcome<{ passkey: string | null }>>;
};

/** A code, or what a passkey answered to a sign-in's challenge. */
type GivenStep = {
  code?: string | undefined;
  challenge_id?: string | undefined;
  response?: string | undefined;
};

/** A reset of the login password whose new one was typed. */
type ProvenReset = { id: bigint; passwordHash: string; dueAt: number };

/** What is known of resets of forgotten passwords: another feature's, which knows this one. */
export type Resets = {
  /** The approved one whose new password this is. Takes as long for an account that does not exist. */
  proven(
    reader: Reader,
    typed: { customerId: bigint | null; password: string; now: number; place: PasswordPlace },
  ): Promise<ProvenReset | null>;
  /** False where it is not there, or not due, any more. */
  redeem(
    transaction: Transaction,
    reset: { id: bigint; customerId: bigint; passkey: string | null; at: number },
    context: Pick<Context, "feed">,
  ): Promise<boolean>;
  /** Whoever knows the old password has not forgotten it. The customer is locked. */
  endReset(transaction: Transaction, customerId: bigint, at: number): Promise<void>;
};

/** What is known of resets of second factors that are all lost. */
export type FactorResets = {
  /** The one that operators approved, due or not yet. */
  approved(
    reader: Reader,
    customerId: bigint,
    now: number,
  ): Promise<{ id: bigint; dueAt: number } | null>;
  /** Ends the factors; false where it is not there, or not due, any more. The customer is locked. */
  redeem(
    transaction: Transaction,
    reset: { id: bigint; customerId: bigint; at: number },
    context: Pick<Context, "feed">,
  ): Promise<boolean>;
  /** Whoever proves a factor has not lost them all. The customer is locked. */
  end(transaction: Transaction, customerId: bigint, at: number): Promise<void>;
};

type Checks = { secondStep: SecondStep; resets: Resets; factorResets: FactorResets };
type Typed = Work & { account: string; password: string };
type Form = GivenStep & Typed & { without_factors?: "true" | undefined };
/** Nothing was asked for; or a factor was proved; or their reset is to be used. */
type PassedStep = { passkey: string | null; factorReset: bigint | null };

/** Who it is that knows the password, or that of a reset which is due, and how their attempts were counted. */
type Known = { customer: store.StoredCustomer; reset: ProvenReset | null; limits: RateLimit[] };

/**
 * Whoever comes from a known device has attempts and places of their own; strangers share those of their
 * network. So nothing that strangers do, however many they are, stops an owner on a known device, and
 * nothing on one network stops an owner on another.
 */
export async function signIn(
  context: Context,
  form: Form,
  origin: Origin,
  checks: Checks & { devices: DeviceCookies },
): Promise<Outcome<Credentials>> {
  const signedIn = await knowPassword(context, form, origin, checks, (known, isKnownDevice) =>
    enter(context, form, origin, { ...checks, known, isKnownDevice }),
  );
  if (!signedIn.ok) return signedIn;
  const { token, account, passwordHash } = signedIn.value;
  keepDevice(context, checks.devices, { account, token, passwordHash });
  return accept({ token, account });
}

/** For another feature: what only who knows the login password may do without being signed in. */
export function withRightPassword<Result>(
  context: Context,
  form: Typed,
  origin: Origin,
  checks: { resets: Pick<Resets, "proven">; devices: DeviceCookies },
  work: (customerId: bigint) => Promise<Outcome<Result>>,
): Promise<Outcome<Result>> {
  return knowPassword(context, form, origin, checks, ({ customer }) => work(customer.id));
}

async function knowPassword<Result>(
  context: Context,
  form: Typed,
  origin: Origin,
  { resets, devices }: { resets: Pick<Resets, "proven">; devices: DeviceCookies },
  work: (known: Known, isKnownDevice: boolean) => Promise<Outcome<Result>>,
): Promise<Outcome<Result>> {
  if (!/^\d{10}$/.test(form.account)) return refuse("account_not_ten_digits");
  const device = await knownDevice(context, form.account, devices);
  // Before anything is hashed or counted, and before a place is taken: asking for the work costs us none.
  const brought = device === null ? await puzzleBrought(context, form) : noPuzzle;
  if (!brought.ok) return brought;
  const from = { address: origin.address, device, puzzle: brought.value };
  // The place comes first: an attempt that is shed is not counted.
  return atPasswordPlace(device === null ? "stranger" : "known", async (place) => {
    const known = await tryPassword(context, form, from, { resets, place });
    return known.ok ? work(known.value, device !== null) : known;
  });
}

type From = { address: string; device: KnownDevice | null; puzzle: Puzzle | null };

const noPuzzle = accept<Puzzle | null>(null);

async function tryPassword(
  context: Context,
  form: Typed,
  { address, device, puzzle }: From,
  { resets, place }: { resets: Pick<Resets, "proven">; place: PasswordPlace },
): Promise<Outcome<Known>> {
  const reader = context.database.reader;
  const limits = device === null ? strangersLimits(form.account, address) : [deviceLimit(device)];
  // Counted before the password is looked at: parallel guesses cannot slip past the limit.
  const minutes = await countAttempt(reader, limits);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const undone = puzzle === null ? null : await objectToWork(context, form, puzzle);
  if (undone !== null) return undone;
  if (device === null) await countStranger(reader, form.account);
  const customer = await store.findCustomer(reader, form.account);
  const matches = await place.matches(form.password, customer?.password_hash ?? null);
  // Looked at for everybody whose password it is not: how long it takes tells nobody of a reset.
  const typed = { customerId: customer?.id ?? null, password: form.password, place };
  const reset = matches
    ? null
    : await resets.proven(reader, { ...typed, now: context.clock.now() });
  if (customer === undefined || (!matches && reset === null)) {
    return refuse("wrong_account_or_password");
  }
  if (device === null) await uncountStranger(reader, form.account);
  if (customer.state === "banned") {
    // Whoever cannot sign in cannot read the message that said why.
    return refuse("account_banned", await store.reasonOfState(reader, customer.id));
  }
  if (reset !== null && reset.dueAt > context.clock.now()) {
    return refuse("new_password_not_yet", { from: new Date(reset.dueAt).toISOString() });
  }
  return accept({ customer, reset, limits });
}

async function enter(
  context: Context,
  form: Form,
  origin: Origin,
  { known: { customer, reset, limits }, isKnownDevice, ...checks }: Entering,
): Promise<Outcome<Credentials & { passwordHash: string }>> {
  const reader = context.database.reader;
  const { secondStep, resets, factorResets } = checks;
  const isAsked = await secondStep.isAsked(reader, customer.id);
  const isCounted = isAsked && !isKnownDevice;
  const late = isCounted ? await countAttempt(reader, [codeLimit(customer.id)]) : 0;
  if (late > 0) return refuse("too_many_tries", { minutes: String(late) });
  const step = isAsked ? await passStep(context, customer.id, form, checks) : noStep;
  if (!step.ok) return step;
  const { passkey, factorReset } = step.value;
  const opened = await transactionUnlessRefused(context.database, async (transaction) => {
    const mayEnter =
      reset === null
        ? await enterWithOld(context, transaction, customer, resets)
        : await enterWithNew(context, transaction, customer, {
            ...resets,
            ...reset,
            passkey,
          });
    if (!mayEnter) return refuse("wrong_account_or_password");
    const at = context.clock.now();
    if (factorReset !== null) {
      const used = { id: factorReset, customerId: customer.id, at };
      if (!(await factorResets.redeem(transaction, used, context))) return refuse("code_required");
    } else if (isAsked) await factorResets.end(transaction, customer.id, at);
    // The customer is locked by now: a first factor that was added since is asked for as well.
    if (!isAsked && (await secondStep.isAsked(transaction, customer.id))) {
      return refuse("code_required");
    }
    await notifyOfSignIn(context, transaction, customer.id, origin.device);
    return accept(await context.sessions.open(transaction, customer.id, origin.device));
  });
  if (!opened.ok) return opened;
  if (reset !== null) context.sessions.forget(customer.id);
  // Of the network's own limit this attempt alone comes off: its failures stay, which a guesser at others' accounts
  // could empty with an account of their own, and a carrier's many customers do not fill it by signing in.
  const ofNetwork = addressKey("sign-in", origin.address);
  for (const { key } of [...limits, codeLimit(customer.id)]) {
    await (key === ofNetwork ? uncountAttempt(reader, key) : forgetAttempts(reader, key));
  }
  const passwordHash = reset?.passwordHash ?? customer.password_hash;
  return accept({ token: opened.value, account: customer.account, passwordHash });
}

type Entering = Checks & { known: Known; isKnownDevice: boolean };

const noStep = accept<PassedStep>({ passkey: null, factorReset: null });

/**
 * A code or a passkey; or, where the customer says so, the reset of all factors that operators approved. It is
 * used by nobody who did not say so: an owner who has a factor may come by while a thief's reset is due.
 */
async function passStep(
  { database, clock }: Pick<Context, "database" | "clock">,
  customerId: bigint,
  form: Form,
  { secondStep, factorResets }: Pick<Checks, "secondStep" | "factorResets">,
): Promise<Outcome<PassedStep>> {
  const approved = () => factorResets.approved(database.reader, customerId, clock.now());
  if (form.without_factors === "true") {
    const reset = await approved();
    if (reset !== null && reset.dueAt <= clock.now()) {
      return accept({ passkey: null, factorReset: reset.id });
    }
  }
  const step = await secondStep.check(customerId, form);
  if (step.ok) return accept({ passkey: step.value.passkey, factorReset: null });
  const reset = step.refusal.code === "code_required" ? await approved() : null;
  if (reset === null) return step;
  if (reset.dueAt <= clock.now()) return refuse("factor_reset_ready");
  return refuse("factor_reset_not_yet", { from: new Date(reset.dueAt).toISOString() });
}

async function enterWithOld(
  { clock }: Context,
  transaction: Transaction,
  customer: store.StoredCustomer,
  { endReset }: Pick<Resets, "endReset">,
): Promise<boolean> {
  if (!(await store.mayStillSignIn(transaction, customer))) return false;
  await endReset(transaction, customer.id, clock.now());
  return true;
}

/** Sets the new password and signs everybody else out. A false answer undoes it. */
async function enterWithNew(
  context: Context,
  transaction: Transaction,
  { id: customerId, password_hash: oldHash }: store.StoredCustomer,
  reset: ProvenReset & { passkey: string | null } & Pick<Resets, "redeem">,
): Promise<boolean> {
  const { id, passwordHash: newHash, passkey, redeem } = reset;
  // First: the customer's row decides between this and a sign-in with the old one at the same moment.
  if (!(await store.updatePassword(transaction, { customerId, oldHash, newHash }))) return false;
  if (!(await store.mayStillSignIn(transaction, { id: customerId, password_hash: newHash }))) {
    return false;
  }
  const at = context.clock.now();
  if (!(await redeem(transaction, { id, customerId, passkey, at }, context))) return false;
  await endSessions(transaction, customerId, "all");
  return true;
}

/** Every sign-in is told, in the account's history and as a message; that of a new device as such. */
export async function notifyOfSignIn(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  customerId: bigint,
  device: string,
): Promise<void> {
  const signedIn = { customerId, params: { device }, at: clock.now() };
  await recordActivity(transaction, { ...signedIn, kind: "signed_in" });
  const isKnown = await store.deviceIsKnown(transaction, customerId, device);
  const kind = isKnown ? "sign_in" : "new_sign_in";
  await sendMessage(transaction, { ...signedIn, kind, link: "/mine/index" });
}
