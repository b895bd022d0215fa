import { blockDrawName, drawBundlePath } from "@sanshi/contract/constants";
import { serverNow } from "@sanshi/web/server-clock";
import { call } from "../api.ts";
import { readStoredJson, writeStored } from "../stored.ts";

/** The hash of a draw's list as this device heard it first, and when: a second list for the draw would show. */
export type HeardRoot = { draw: string; root: string; at: string };

const heardMax = 100;

/** The first that was heard of a draw stays; the oldest draws give way to new ones. */
export function withRoot(heard: readonly HeardRoot[], one: HeardRoot): readonly HeardRoot[] {
  if (heard.some(({ draw }) => draw === one.draw)) return heard;
  return [...heard, one].slice(-heardMax);
}

/** Keeps it where it is the first of its draw, and returns the first. `draw` is its bundle's address. */
export function hearRoot(draw: string, root: string): HeardRoot {
  const one = { draw, root, at: new Date(serverNow()).toISOString() };
  const before = readStoredJson("heardRoots", isHeard, []);
  const heard = withRoot(before, one);
  if (heard !== before) writeStored("heardRoots", JSON.stringify(heard));
  return heard.find((other) => other.draw === draw) ?? one;
}

/** A draw's address, from the link of the message that says its list is closed; null for any other link. */
export function drawOfLink(link: string | null): string | null {
  const [, page, id] = /^\/home\/(newShareInfo|largeInfo)\?id=(\d{1,18})$/.exec(link ?? "") ?? [];
  if (id === undefined) return null;
  return drawBundlePath(page === "largeInfo" ? blockDrawName(id) : id);
}

/** Keeps what the message says that the list of a draw is closed, which the customer entered. */
export async function hearRootOfMessage(id: string): Promise<void> {
  const { params, link } = await call("/user/message", { id }, { quiet: true });
  const draw = drawOfLink(link);
  if (draw !== null && params["root"] !== undefined) hearRoot(draw, params["root"]);
}

function isHeard(value: unknown): value is readonly HeardRoot[] {
  const isOne = (one: unknown) =>
    typeof one === "object" &&
    one !== null &&
    ["draw", "root", "at"].every((name) => typeof Reflect.get(one, name) === "string");
  return Array.isArray(value) && value.every(isOne);
}
