import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { createPushTransport } from "./push-transport.ts";

describe("an address of the public internet", () => {
  it.each(["142.250.72.10", "17.57.144.1", "2a00:1450:4001::200e", "2606:4700::1111"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1"],
    ...["172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "fe80::1", "fd00::1", "ff02::1"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1"],
  ])("is not %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a push service", () => {
  const transport = createPushTransport({ hosts: ["push.example", "localhost"] });

  it.each(["https://push.example/send/abc", "https://eu.push.example/w/?token=a%3D"])(
    "is known at %s",
    (endpoint) => expect(transport.isKnown(endpoint)).toBe(true),
  );

  it.each([
    "http://push.example/send/abc",
    "https://push.example:8443/send/abc",
    "https://someone@push.example/send/abc",
    "https://evilpush.example/send/abc",
    "https://push.example.evil.example/send/abc",
    "https://127.0.0.1/send/abc",
    "https://[::1]/send/abc",
    "https://2130706433/send/abc",
    "file:///etc/passwd",
    "not an address",
  ])("is not known at %s", async (endpoint) => {
    expect(transport.isKnown(endpoint)).toBe(false);
    const message = { endpoint, headers: {}, body: Buffer.from("x") };
    await expect(transport.send(message)).rejects.toThrow("no known push service");
  });

  it("whose name leads into the own network is not connected to", async () => {
    const message = { endpoint: "https://localhost/send", headers: {}, body: Buffer.from("x") };
    expect(transport.isKnown(message.endpoint)).toBe(true);
    await expect(transport.send(message)).rejects.toThrow("localhost is at no public address");
  });
});
