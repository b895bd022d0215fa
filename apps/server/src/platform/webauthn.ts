import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";

/**
 * Passkeys (WebAuthn). One with user verification is two factors by itself. It belongs to the site
 * (rp id) on which it was made; the browser lets no other site use it.
 */
export type Passkey = {
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
};

/** What the browser is asked to sign in with. */
export function signInOptions(host: string) {
  return generateAuthenticationOptions({ rpID: hostName(host), userVerification: "required" });
}

/** What the browser is asked to make a passkey of; `userId` is never shown. */
export function registrationOptions(
  host: string,
  user: { name: string; id: string },
  existing: readonly Pick<Passkey, "credential_id">[],
) {
  return generateRegistrationOptions({
    rpName: "Sanshi",
    rpID: hostName(host),
    userName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: "none",
    excludeCredentials: existing.map(({ credential_id }) => ({
      id: credential_id.toString("base64url"),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The id of the passkey that an answer says it is of; null where it says none. */
export function credentialIdOf(response: Record<string, unknown>): Buffer | null {
  const { id } = response;
  return typeof id === "string" ? Buffer.from(id, "base64url") : null;
}

/** The passkey's count of uses after this one; null where it does not prove who it is. */
export async function countAfter(
  passkey: Passkey,
  given: Record<string, unknown>,
  challenge: string,
): Promise<number | null> {
  const response = given as unknown as AuthenticationResponseJSON;
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

/** A new passkey as it is kept; null where the answer does not prove one. */
export async function registeredPasskey(
  given: Record<string, unknown>,
  challenge: string,
  host: string,
): Promise<(Omit<Passkey, "counter"> & { counter: number }) | null> {
  const rpId = hostName(host);
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
    if (!verified) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credential_id: Buffer.from(id, "base64url"),
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports ?? [],
      rp_id: rpId,
    };
  } catch {
    return null;
  }
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
