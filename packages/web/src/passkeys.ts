/** What the server's library and the browser exchange: JSON in, JSON out. */
type Json = Record<string, unknown>;

export type PasskeyAnswer =
  | { ok: true; response: Json }
  | { ok: false; reason: "given-up" | "failed" };

/** Browsers offer passkeys to secure origins only: https, or the machine itself. */
export function passkeysAreOffered(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"
  );
}

/** Asks the device for a passkey that it has. */
export function askForPasskey(options: Json): Promise<PasskeyAnswer> {
  return answerOf(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
}

/** Asks the device to make a passkey. */
export function makePasskey(options: Json): Promise<PasskeyAnswer> {
  return answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential)) return { ok: false, reason: "failed" };
    return { ok: true, response: credential.toJSON() as unknown as Json };
  } catch (error) {
    // Closing the browser's own window is an answer too.
    const givenUp = error instanceof DOMException && error.name === "NotAllowedError";
    return { ok: false, reason: givenUp ? "given-up" : "failed" };
  }
}
