import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** Its 350 modules are loaded by the first passkey, as a start need not wait for them. */
const library = () => import("@simplewebauthn/server");

/**
 * Passkeys (WebAuthn). One with user verification is two factors by itself. It belongs to the site
 * (rp id) on which it was made; the browser lets no other site use it. A site has no port, so that what
 * runs on another port of the same machine could ask for it: that is why the page's origin counts too.
 */
export type Passkey = {
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  /** Scheme, name and port of the page that it was made on; null until its next use for an old one. */
  origin: string | null;
};

/** A use of a passkey: its count of uses after this one, and the page's origin. */
export type PasskeyUse = { count: number; origin: string };

/** What the browser is asked to sign in with. */
export async function signInOptions(host: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID: hostName(host), userVerification: "required" });
}

/** What the browser is asked to make a passkey of; `userId` is never shown. */
export async function registrationOptions(
  host: string,
  user: { name: string; id: string },
  existing: readonly Pick<Passkey, "credential_id">[],
) {
  const { generateRegistrationOptions } = await library();
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

/** What a passkey's answer on a page of `host` proves; null where it does not prove who it is. */
export async function provenUse(
  passkey: Passkey,
  given: Record<string, unknown>,
  { challenge, host }: { challenge: string; host: string },
): Promise<PasskeyUse | null> {
  const response = given as unknown as AuthenticationResponseJSON;
  const origin = originOf(response.response?.clientDataJSON, host);
  if (origin === null || origin !== (passkey.origin ?? origin)) return null;
  const { verifyAuthenticationResponse } = await library();
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
    return verified ? { count: authenticationInfo.newCounter, origin } : null;
  } catch {
    // The library throws for whatever is wrong with what the client sent.
    return null;
  }
}

export type NewPasskey = Omit<Passkey, "counter" | "origin"> & { counter: number; origin: string };

/** A new passkey as it is kept; null where the answer does not prove one. */
export async function registeredPasskey(
  given: Record<string, unknown>,
  challenge: string,
  host: string,
): Promise<NewPasskey | null> {
  const rpId = hostName(host);
  const response = given as unknown as RegistrationResponseJSON;
  const origin = originOf(response.response?.clientDataJSON, host);
  if (origin === null) return null;
  const { verifyRegistrationResponse } = await library();
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
      origin,
    };
  } catch {
    return null;
  }
}

function hostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "localhost";
}

/**
 * The page's origin as the browser signed it, if it is the one under which we were reached, by scheme, name
 * and port. Only encrypted pages count, and this machine's: a proxy that encrypts need not say so.
 */
function originOf(clientData: unknown, host: string): string | null {
  if (typeof clientData !== "string") return null;
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")) as {
      origin: string;
    };
    const { protocol, hostname } = new URL(origin);
    const isSafe = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
    // Compared as a browser spells it: without the port that the scheme has anyway.
    return isSafe && new URL(`${protocol}//${host}`).origin === origin ? origin : null;
  } catch {
    return null;
  }
}
