import { encode } from "uqr";

/**
 * The outline of a QR code as an SVG path, one square a dark module, and how many modules a side has
 * without the quiet border of four. Drawn here: the secret of an authenticator's set-up must not travel
 * to anybody else's picture service.
 */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { path, size };
}
