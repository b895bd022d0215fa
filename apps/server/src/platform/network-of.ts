import { isIP } from "node:net";

const ipv4InIpv6 = "::ffff:";

/**
 * What a limit counts an address as. Behind one IPv6 line there are 2^64 addresses to choose from, its
 * first 64 bits (RFC 6177): they are one. An IPv4 address is itself, also where a socket for both kinds
 * writes it as IPv6.
 */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, "");
  if (plain.startsWith(ipv4InIpv6) && isIP(plain.slice(ipv4InIpv6.length)) === 4) {
    return plain.slice(ipv4InIpv6.length);
  }
  return isIP(plain) === 6 ? `${firstGroups(plain).join(":")}::/64` : address;
}

function firstGroups(address: string): string[] {
  // As a URL spells it: the shortest way, digits for an IPv4 address at the end.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = "", after] = canonical.split("::");
  const head = groupsOf(before);
  if (after === undefined) return head.slice(0, 4);
  const zeros = Array<string>(8 - head.length - groupsOf(after).length).fill("0");
  return [...head, ...zeros, ...groupsOf(after)].slice(0, 4);
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
