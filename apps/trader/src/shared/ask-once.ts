import type { CallInput, CallOutput, CallPath, Calls, RefusalCode } from "@sanshi/contract";
import type { AskedOnceOf } from "@sanshi/web/attempts";
import { ask, type Asked } from "./api.ts";
import { askWithFiles } from "./ask-files.ts";
import { sendOnce, unanswered } from "./attempts.ts";
import { useSession } from "./session.ts";

/** The calls that the server decides once for a request id. */
type OncePath = {
  [Path in CallPath]: "request_id" extends keyof CallInput<Calls[Path]> ? Path : never;
}[CallPath];

export type OnceForm<Path extends OncePath> = Omit<CallInput<Calls[Path]>, "request_id">;

export type AskedOnce<Path extends OncePath> = AskedOnceOf<CallOutput<Calls[Path]>, RefusalCode>;

type Options<Path extends OncePath> = {
  /** What does not belong to the intention and is kept nowhere: a password. */
  secret?: readonly (keyof OnceForm<Path> & string)[];
  /** Keeps the form beside the id, so that it can be asked again after a reload. Never where it is private. */
  keepsForm?: boolean;
};

/**
 * Makes a call that must not happen twice: under the id of the same form whose answer is not known, however
 * often the button is pressed, the line breaks or the page is loaded anew; else under a new one.
 */
export function askOnce<Path extends OncePath>(
  path: Path,
  form: OnceForm<Path>,
  options: Options<Path> = {},
): Promise<AskedOnce<Path>> {
  return askUnderId(path, form, options, (requestId) =>
    ask(path, { ...form, request_id: requestId } as unknown as CallInput<Calls[Path]>),
  );
}

/** The same for a form with files. */
export function askFilesOnce<Path extends OncePath>(
  path: Path,
  form: Readonly<Record<string, string | Blob>>,
  onProgress: (share: number) => void,
): Promise<AskedOnce<Path>> {
  return askUnderId(path, form, {}, (requestId) =>
    askWithFiles(path, { ...form, request_id: requestId }, onProgress),
  );
}

/** The kept form of a call whose answer got lost before the page was loaded anew; null where there is none. */
export function unansweredForm(path: OncePath): Readonly<Record<string, string>> | null {
  const { account } = useSession.getState();
  const kept = unanswered().find(
    (one) => one.path === path && one.account === account && one.form !== undefined,
  );
  return kept?.form ?? null;
}

async function askUnderId<Path extends OncePath>(
  path: Path,
  form: object,
  { secret = [], keepsForm = false }: Options<Path>,
  send: (requestId: string) => Promise<Asked<CallOutput<Calls[Path]>>>,
): Promise<AskedOnce<Path>> {
  const { account } = useSession.getState();
  const left: readonly string[] = secret;
  const intention = Object.entries(form as Record<string, string | Blob | undefined>)
    .filter(([name, value]) => value !== undefined && !left.includes(name))
    .map(([name, value]) => [name, value instanceof Blob ? String(value.size) : String(value)]);
  const key = await keyOf([account, path, intention]);
  const kept = keepsForm ? { form: Object.fromEntries(intention) } : {};
  return sendOnce({ key, path, account, ...kept }, send);
}

/** Forms hold names and numbers of accounts: what is kept on the device does not tell them. */
async function keyOf(intention: unknown): Promise<string> {
  const text = JSON.stringify(intention);
  // On a plain address, other than this machine's own, a browser has none: the account stays the only reader.
  if (crypto.subtle === undefined) return text;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
