import { hash } from "node:crypto";

/**
 * The cookies in which a browser keeps that an account has signed in there, one for each account: no
 * script reads them, no other site's page sends them, and they go to few calls.
 */
export type DeviceCookies = {
  /** The token that the browser keeps for an account; empty where it keeps none. */
  read(account: string): string;
  /** Has the browser keep it, in place of the account's earlier one and of too many others. */
  keep(account: string, token: string): void;
};

type DeviceCookie = { name: string; value: string; maxAgeSeconds: number };

/** A browser that a class shares keeps so many accounts; the one that is signed in now is among them. */
const deviceCookiesMax = 8;
const keptDays = 400;
const namePrefix = "sanshi_device_";

export function createDeviceCookies(
  header: string | undefined,
  set: (cookie: DeviceCookie) => void,
): DeviceCookies {
  // Read where one is asked for: few calls ask, and no order does.
  let found: Map<string, string> | undefined;
  const kept = () => (found ??= readCookies(header));
  return {
    read: (account) => kept().get(nameOf(account)) ?? "",
    keep(account, token) {
      const name = nameOf(account);
      const others = [...kept().keys()].filter((one) => one !== name);
      for (const one of others.slice(deviceCookiesMax - 1)) {
        set({ name: one, value: "", maxAgeSeconds: 0 });
      }
      set({ name, value: token, maxAgeSeconds: keptDays * 86_400 });
    },
  };
}

export function cookieHeader(
  { name, value, maxAgeSeconds }: DeviceCookie,
  { path, secure }: { path: string; secure: boolean },
): string {
  const only = `HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; ${only}`;
}

/** The account's number stands in no cookie. */
function nameOf(account: string): string {
  return namePrefix + hash("sha256", `sanshi device ${account}`).slice(0, 16);
}

function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=", 2);
    if (/^sanshi_device_[0-9a-f]{16}$/.test(name)) cookies.set(name, value);
  }
  return cookies;
}
