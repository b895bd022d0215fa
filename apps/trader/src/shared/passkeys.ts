/** Whether this browser can make and use passkeys here. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"
  );
}

/** Asks the phone for a passkey; its answer as JSON, or null where the person did not give one. */
export async function provePasskey(options: string): Promise<string | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
    );
    return answerOf(await navigator.credentials.get({ publicKey }));
  } catch {
    return null;
  }
}

/** Asks the phone to make a passkey; the same. */
export async function makePasskey(options: string): Promise<string | null> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    );
    return answerOf(await navigator.credentials.create({ publicKey }));
  } catch {
    return null;
  }
}

function answerOf(credential: Credential | null): string | null {
  return credential instanceof PublicKeyCredential ? JSON.stringify(credential.toJSON()) : null;
}
