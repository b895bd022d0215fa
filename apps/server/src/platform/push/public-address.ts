import { BlockList, isIPv6 } from "node:net";

/** What is not on the public internet, or stands for something else there (RFC 6890 and its successors). */
const ipv4: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Public IPv6 is 2000::/3; of that, what is documentation or carries IPv4 addresses within it. */
const ipv6: readonly (readonly [network: string, bits: number])[] = [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
];

const closed = new BlockList();
for (const [network, bits] of ipv4) closed.addSubnet(network, bits, "ipv4");
for (const [network, bits] of ipv6) closed.addSubnet(network, bits, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether an address is one of the public internet: what customers name must lead nowhere else. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, "ipv4");
  return globalIpv6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
