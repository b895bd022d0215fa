import { describe, expect, test } from "vitest";
import { qrBytesMax, qrCode, qrPath } from "./qr-code.ts";

/** Of 32 bits: enough to see that a module moved. */
function fingerprint(grid: readonly (readonly boolean[])[]): string {
  let hash = 2166136261;
  for (const dark of grid.flat()) hash = Math.imul(hash ^ (dark ? 1 : 0), 16777619);
  return (hash >>> 0).toString(16);
}

const address =
  "otpauth://totp/Sanshi:operator%40sanshi.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sanshi";

describe("a QR code", () => {
  // These very modules were read back by an independent reader, as were all lengths from 1 to 213.
  test.each([
    ["a", 21, "f80ad171"],
    [address, 41, "ce821e94"],
    ["x".repeat(qrBytesMax), 57, "71ace1a3"],
  ])("of %j has %d modules a side", (text, size, expected) => {
    const grid = qrCode(text);
    expect(grid.map((row) => row.length)).toEqual(Array.from({ length: size }, () => size));
    expect(fingerprint(grid)).toBe(expected);
  });

  test("does not hold more than it can", () => {
    expect(() => qrCode("x".repeat(qrBytesMax + 1))).toThrow("213 bytes, not 214");
  });

  test("is drawn as one square a dark module", () => {
    expect(
      qrPath([
        [true, false],
        [false, true],
      ]),
    ).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
  });
});
