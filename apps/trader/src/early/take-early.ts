type EarlyRequest = { path: string; body: string; token: string; response: Promise<Response> };

declare global {
  interface Window {
    /** Requests that the inline script of the page has made (`early.js`). */
    sanshiEarly?: EarlyRequest[];
  }
}

/** Early answers older than this are old news: a screen that is opened later asks anew. */
const earlyMsMax = 10_000;

/** Hands out an early request once, when path, form and session are the same. */
export function takeEarly(path: string, body: string, token: string): Promise<Response> | null {
  const requests = window.sanshiEarly;
  if (requests === undefined) return null;
  if (performance.now() > earlyMsMax) {
    delete window.sanshiEarly;
    return null;
  }
  const index = requests.findIndex(
    (request) =>
      request.path === path &&
      sameForm(request.body, body) &&
      (request.token === token || request.token === ""),
  );
  if (index < 0) return null;
  return requests.splice(index, 1)[0]?.response ?? null;
}

/** What the script has asked for this session and nobody has taken yet. */
export function askedEarly(
  token: string,
): readonly { path: string; form: Readonly<Record<string, string>> }[] {
  if (performance.now() > earlyMsMax) return [];
  return (window.sanshiEarly ?? [])
    .filter((request) => request.token !== "" && request.token === token)
    .map(({ path, body }) => ({ path, form: Object.fromEntries(new URLSearchParams(body)) }));
}

function sameForm(one: string, other: string): boolean {
  const sorted = (form: string) => form.split("&").toSorted().join("&");
  return sorted(one) === sorted(other);
}
