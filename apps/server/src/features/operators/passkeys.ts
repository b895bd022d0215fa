import {
  passkeysMax,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { countTry } from "../../platform/tries.ts";
import type { OpenedSession } from "./operators.ts";
import { lockOperator } from "./operators.store.ts";
import { withPassword } from "./own-account.ts";
import * as store from "./passkeys.store.ts";

type Begun = CallOutput<OperatorCalls["/api/ops/passkey/sign-in-options"]>;

/**
 * A passkey with user verification is two factors by itself: it signs in without password and code. It
 * belongs to the site (rp_id) on which it was made; the browser lets no other site use it.
 */
export async function beginPasskeySignIn(
  context: Context,
  host: string,
  address: string,
): Promise<Outcome<Begun>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const options = await generateAuthenticationOptions({
    rpID: hostName(host),
    userVerification: "required",
  });
  const id = await store.insertChallenge(reader, null, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

export async function finishPasskeySignIn(
  context: Context,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/passkey/sign-in"]>,
  address: string,
): Promise<Outcome<OpenedSession>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const challenge = await store.takeChallenge(reader, form.challenge_id, null);
  if (challenge === undefined) return refuse("challenge_expired");
  const response = form.response as unknown as AuthenticationResponseJSON;
  const passkey =
    typeof response.id === "string"
      ? await store.findPasskey(reader, Buffer.from(response.id, "base64url"))
      : undefined;
  if (passkey === undefined) return refuse("passkey_not_accepted");
  audit.about(passkey.email);
  const counter = await countAfter(passkey, response, challenge);
  if (counter === null) return refuse("passkey_not_accepted");
  const isFirst = await store.useCounter(reader, passkey.id, {
    before: passkey.counter,
    after: counter,
  });
  if (!isFirst) return refuse("passkey_not_accepted");
  audit.by({ operatorId: passkey.operator_id, email: passkey.email, role: passkey.role });
  return accept(await context.operatorSessions.open(passkey.operator_id));
}

/** The passkey's count of uses after this one; null where it does not prove who it is. */
async function countAfter(
  passkey: store.StoredPasskey,
  response: AuthenticationResponseJSON,
  challenge: string,
): Promise<number | null> {
  const origin = originOf(response.response?.clientDataJSON, passkey.rp_id);
  if (origin === null) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: passkey.rp_id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString("base64url"),
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports as AuthenticatorTransportFuture[],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for whatever is wrong with what the client sent.
    return null;
  }
}

export async function beginPasskey(
  context: Context,
  operator: Operator,
  form: { password: string },
  host: string,
): Promise<Outcome<Begun>> {
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  const { reader } = context.database;
  const existing = await store.listPasskeys(reader, operator.operatorId);
  if (existing.length >= passkeysMax) return refuse("passkeys_too_many", tooMany);
  const options = await generateRegistrationOptions({
    rpName: "Sanshi",
    rpID: hostName(host),
    userName: operator.email,
    userID: new TextEncoder().encode(`operator:${operator.operatorId}`),
    attestationType: "none",
    excludeCredentials: existing.map(({ credential_id }) => ({
      id: credential_id.toString("base64url"),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const id = await store.insertChallenge(reader, operator.operatorId, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

export async function addPasskey(
  context: Context,
  operator: Operator,
  form: CheckedInput<OperatorCalls["/api/ops/me/passkeys/add"]>,
  host: string,
): Promise<Outcome<{ id: string }>> {
  const { operatorId } = operator;
  const challenge = await store.takeChallenge(
    context.database.reader,
    form.challenge_id,
    operatorId,
  );
  if (challenge === undefined) return refuse("challenge_expired");
  const rpId = hostName(host);
  const made = await registered(form.response, challenge, rpId);
  if (made === null) return refuse("passkey_not_accepted");
  return transactionUnlessRefused(context.database, async (transaction) => {
    await lockOperator(transaction, operatorId);
    const existing = await store.listPasskeys(transaction, operatorId);
    if (existing.length >= passkeysMax) return refuse("passkeys_too_many", tooMany);
    const id = await store.insertPasskey(transaction, {
      operatorId,
      credentialId: Buffer.from(made.id, "base64url"),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports ?? [],
      rpId,
      name: form.name,
    });
    return id === undefined ? refuse("passkey_exists") : accept({ id });
  });
}

async function registered(given: Record<string, unknown>, challenge: string, rpId: string) {
  const response = given as unknown as RegistrationResponseJSON;
  const origin = originOf(response.response?.clientDataJSON, rpId);
  if (origin === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    return null;
  }
}

export async function removePasskey(
  context: Context,
  operator: Operator,
  form: { id: string; password: string },
): Promise<Outcome<Record<string, never>>> {
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  const removed = await store.deletePasskey(context.database.reader, operator.operatorId, form.id);
  return removed ? accept({}) : refuse("passkey_not_found");
}

const tooMany = { max: String(passkeysMax) };

/** By address alone: a lock on an account must never shut out its owner's passkey. */
function signInLimit(address: string) {
  return { key: `operator:passkey:address:${address}`, triesMax: 200, windowMinutes: 15 };
}

function hostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "localhost";
}

/** The page's origin as the browser signed it, if it is one of the site's own; encrypted, or this machine's. */
function originOf(clientData: unknown, rpId: string): string | null {
  if (typeof clientData !== "string") return null;
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")) as {
      origin: string;
    };
    const { protocol, hostname } = new URL(origin);
    const isSafe = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
    return isSafe && hostname === rpId ? origin : null;
  } catch {
    return null;
  }
}
