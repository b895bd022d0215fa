import { prospectusBytesMax } from "@sanshi/contract";

const beginning = /^%PDF-[12]\.\d/;
const end = "%%EOF";
/** The end may be followed by a few bytes of whoever made the file. */
const endWithin = 1_024;

/** What keeps a file from being a prospectus: that it is none, by its own first and last bytes, or too large. */
export function faultOfProspectus(
  bytes: Buffer,
): "prospectus_too_large" | "prospectus_not_pdf" | null {
  if (bytes.length > prospectusBytesMax) return "prospectus_too_large";
  const begins = beginning.test(bytes.subarray(0, 8).toString("latin1"));
  return begins && bytes.subarray(-endWithin).includes(end) ? null : "prospectus_not_pdf";
}
