import type { CallPath } from "@sanshi/contract";
import { figuresCache, useSession } from "./session.ts";

/** What is worth seeing without a connection, and what may lie on a phone: figures and prices, no documents. */
const keptPaths: ReadonlySet<CallPath> = new Set<CallPath>([
  "/user/assets",
  "/user/net-assets",
  "/user/getUserinfo",
  "/user/profit",
  "/trade/userstocklist",
  "/trade/holdings",
  "/trade/position",
  "/trade/margin",
  "/trade/usernewstocklist",
  "/trade/newstocklist",
  "/market/stocks",
  "/market/stock",
  "/market/hot",
  "/market/indexes",
  "/market/status",
  "/market/watchlist",
  "/market/timeshare",
  // With the lines that were drawn on them.
  "/market/candles",
  "/market/chart-lines",
]);
const keptMax = 80;
const keptAtHeader = "kept-at";
const releaseHeader = "kept-by";
/** Another release may answer in another shape; its files have other names. */
const release = import.meta.url;

export type KeptAnswer = { data: unknown; at: number };

type Form = Readonly<Record<string, string | undefined>>;

/**
 * Keeps an answer for the time without a connection, under the account that it was given to. Does nothing
 * once that account has signed out: what it left behind is deleted then (session.ts).
 */
export async function keepAnswer(path: CallPath, form: Form, data: unknown): Promise<void> {
  if (!keptPaths.has(path) || !("caches" in globalThis)) return;
  const { account, token } = useSession.getState();
  const at = Date.now();
  const cache = await caches.open(figuresCache);
  // From here to `put` nobody can sign out in between, and after it the whole cache goes.
  if (useSession.getState().token !== token || token === "") return;
  await cache.put(
    addressOf(account, path, form),
    new Response(JSON.stringify(data), {
      headers: { [keptAtHeader]: String(at), [releaseHeader]: release },
    }),
  );
  const kept = await cache.keys();
  const others = kept.filter(({ url }) => !url.includes(`/kept/${account}/`));
  const oldest = kept.slice(0, Math.max(0, kept.length - keptMax));
  await Promise.all([...others, ...oldest].map((request) => cache.delete(request)));
}

/** What this account was told last; null where nothing is kept. */
export async function keptAnswer(path: CallPath, form: Form): Promise<KeptAnswer | null> {
  if (!keptPaths.has(path) || !("caches" in globalThis)) return null;
  const { account, token } = useSession.getState();
  if (token === "") return null;
  const cache = await caches.open(figuresCache);
  const found = await cache.match(addressOf(account, path, form));
  if (found === undefined || found.headers.get(releaseHeader) !== release) return null;
  const data: unknown = await found.json();
  const at = Number(found.headers.get(keptAtHeader));
  return useSession.getState().token === token ? { data, at } : null;
}

/** Nowhere on the server: only a name. */
function addressOf(account: string, path: CallPath, form: Form): string {
  const given = Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/kept/${account}${path}?${new URLSearchParams(given.toSorted()).toString()}`;
}
