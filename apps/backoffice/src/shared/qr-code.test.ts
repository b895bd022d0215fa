import { expect, test } from "vitest";
import { qrPath } from "./qr-code.ts";

const address =
  "otpauth://totp/Sanshi:operator%40sanshi.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sanshi";

test("a QR code is one square a dark module, its three finders in their corners", () => {
  const { path, size } = qrPath(address);
  expect(size).toBe(41);
  const dark = new Set(path.match(/M\d+ \d+/g));
  expect(path).toBe([...dark].map((square) => `${square}h1v1h-1z`).join(""));
  const corners = [0, size - 7].flatMap((x) => [0, size - 7].map((y) => [x, y] as const));
  const hasFinder = corners.map(([left, top]) =>
    Array.from({ length: 7 }, (_, index) => index).every(
      (at) => dark.has(`M${left + at} ${top}`) && dark.has(`M${left} ${top + at}`),
    ),
  );
  expect(hasFinder).toEqual([true, true, true, false]);
});
