import type { Context } from "../../context.ts";
import type { DeviceCookies } from "../../platform/http/device-cookies.ts";
import {
  deviceOfToken,
  deviceToken,
  isOfPassword,
  type KnownDevice,
} from "../../platform/known-devices.ts";
import * as store from "./accounts.store.ts";

/** The device that this browser is to the account; null where it is none, as for accounts that do not exist. */
export async function knownDevice(
  { database, sealer }: Pick<Context, "database" | "sealer">,
  account: string,
  devices: DeviceCookies,
): Promise<KnownDevice | null> {
  const device = deviceOfToken(sealer, "customer", account, devices.read(account));
  if (device === null) return null;
  const customer = await store.findCustomer(database.reader, account);
  if (customer === undefined) return null;
  return isOfPassword(sealer, "customer", device, customer.password_hash) ? device : null;
}

/**
 * Has the browser remember that the account is signed in there. One that is known already stays the same:
 * signing in again brings no new attempts.
 */
export function keepDevice(
  { sealer }: Pick<Context, "sealer">,
  devices: DeviceCookies,
  { account, token, passwordHash }: { account: string; token: string; passwordHash: string },
): void {
  const kept = deviceOfToken(sealer, "customer", account, devices.read(account));
  if (kept !== null && isOfPassword(sealer, "customer", kept, passwordHash)) return;
  const session = { account, sessionId: token, passwordHash };
  devices.keep(account, deviceToken(sealer, "customer", session));
}
