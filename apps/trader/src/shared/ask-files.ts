import type { Answer, CallOutput, CallPath, Calls } from "@sanshi/contract";
import { noAnswer, readAnswer } from "@sanshi/web/asked";
import { signOutSoon, type Asked } from "./api.ts";
import { useSession } from "./session.ts";
import { isRefusalCode } from "./text.ts";

/** A phone on a slow line needs a while for a photo; it sees how far it is. */
const uploadMsMax = 120_000;

/**
 * Makes a call with files, as a multipart form, and says how much of it has been sent (0 to 1). Never
 * throws. To ask again where `isOutcomeUnknown`, use the same `request_id`.
 */
export function askWithFiles<Path extends CallPath>(
  path: Path,
  fields: Readonly<Record<string, string | Blob | undefined>>,
  onProgress: (share: number) => void,
): Promise<Asked<CallOutput<Calls[Path]>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, `${name}.jpg`);
    else if (value !== undefined) form.append(name, value);
  }
  const { token, account } = useSession.getState();
  // The only way in which a browser tells how much of a body it has sent.
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.open("POST", `/api/vue${path}`);
    request.setRequestHeader("token", token);
    request.setRequestHeader("account", account);
    request.timeout = uploadMsMax;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    const failed = () => resolve({ ok: false, refusal: noAnswer });
    request.onerror = failed;
    request.ontimeout = failed;
    request.onload = () => {
      if (request.status === 401) signOutSoon(token);
      resolve(answerOf(request.responseText, request.status));
    };
    request.send(form);
  });
}

function answerOf<Data>(text: string, httpStatus: number): Asked<Data> {
  try {
    return readAnswer(JSON.parse(text) as Answer<Data>, httpStatus, isRefusalCode);
  } catch {
    return { ok: false, refusal: { ...noAnswer, httpStatus } };
  }
}
