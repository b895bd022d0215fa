import { askForPasskey, makePasskey as make, type PasskeyAnswer } from "@sanshi/web/passkeys";

/** Asks the phone for a passkey; its answer, a text of JSON as the calls carry it, or null where none was given. */
export async function provePasskey(options: string): Promise<string | null> {
  return textOf(await askForPasskey(JSON.parse(options)));
}

/** Asks the phone to make a passkey; the same. */
export async function makePasskey(options: string): Promise<string | null> {
  return textOf(await make(JSON.parse(options)));
}

function textOf(answer: PasskeyAnswer): string | null {
  return answer.ok ? JSON.stringify(answer.response) : null;
}
