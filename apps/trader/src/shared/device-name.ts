/** Tried in this order: many browsers also name the one that they descend from. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ["LINE", /\bLine\//],
  ["WeChat", /MicroMessenger\//],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh|Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

/** What a person calls a device: `Safari · iPhone`. Null where the description names neither. */
export function deviceName(userAgent: string): string | null {
  const found = [browsers, systems]
    .map((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0])
    .filter((name) => name !== undefined);
  return found.length === 0 ? null : found.join(" · ");
}
