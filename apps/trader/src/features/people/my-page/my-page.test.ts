import { describe, expect, it } from "vitest";
import { groupedAccount, maskedAccount } from "./account-number.ts";
import { deviceName } from "../../../shared/device-name.ts";
import { safeServiceLink } from "../../../shared/service-link.ts";

describe("the account number", () => {
  it("is grouped as a mobile number is read out, or hidden in its middle", () => {
    expect(groupedAccount("0901234567")).toBe("090 1234 567");
    expect(maskedAccount("0901234567")).toBe("090 •••• 567");
  });

  it("is left alone where it is not ten digits", () => {
    expect(groupedAccount("abc")).toBe("abc");
    expect(maskedAccount("")).toBe("");
  });
});

describe("a device's name", () => {
  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
      "Safari · iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0",
      "Edge · Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
      "Chrome · Android",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox · Linux"],
    ["curl/8.5", null],
    ["", null],
  ])("%s: %s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe("the customer-service link", () => {
  it.each(["https://example.com/help", "mailto:help@example.com", "tel:+81312345678"])(
    "follows %s",
    (link) => expect(safeServiceLink(link)).toBe(link),
  );

  it.each(["", "javascript:alert(1)", "data:text/html,x", "//example.com", " https://example.com"])(
    "does not follow %j",
    (link) => expect(safeServiceLink(link)).toBeNull(),
  );
});
