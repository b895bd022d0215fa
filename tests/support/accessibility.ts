import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ImpactValue, NodeResult, RunOnly, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { faintTexts } from "./contrast.ts";
import { atRest } from "./page-at-rest.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** WCAG 2.2 A and AA, and what axe calls good practice: all but its experiments, and AAA. */
const everyRule = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
} satisfies RunOnly;
const rulesOfWcag: RunOnly = { ...everyRule, values: everyRule.values.slice(0, -1) };
/** What of them the colours decide: a scheme changes nothing else of a screen. */
const rulesOfColour: RunOnly = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
};
/** What of them the text's size decides, for what stands beside or behind what changes with it. */
const rulesOfSize: RunOnly = {
  type: "rule",
  values: ["color-contrast", "target-size", "scrollable-region-focusable"],
};

type Scheme = "light" | "dark";
type Fault = { impact: ImpactValue | undefined; scheme: Scheme; what: string };
/** In per cent of the browser's own. */
export type TextSize = 100 | 200;

const languages = ["us", "jp", "cn"] as const;
export type Language = (typeof languages)[number];
/** What is looked at is written once and looked at in some languages or all, with text of one size or both. */
type Look<Screen> = Screen & { language: Language; textSizes: readonly TextSize[] };

/**
 * Each screen in one of the three languages, every third one with text of twice the size too.
 * `AXE=all npm test -- accessibility` looks at every screen in every language and both sizes, `AXE=jp` in one.
 */
export function looksAt<Screen extends object>(screens: readonly Screen[]): Look<Screen>[] {
  const asked = process.env["AXE"];
  return screens.flatMap((screen, place) =>
    languages
      .filter((language, turn) =>
        asked === undefined ? turn === place % 3 : asked === "all" || asked === language,
      )
      .map((language): Look<Screen> => {
        const isBoth = asked !== undefined || Math.floor(place / 3) % 3 === place % 3;
        return { ...screen, language, textSizes: isBoth ? [100, 200] : [100] };
      }),
  );
}

/** What the rules of WCAG 2.2 A and AA find that is serious or critical, in the light scheme and in the dark. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await bringAxe(page);
  return atRest(page, async () => [
    ...(await found(page, "light", rulesOfWcag)).faults.filter(isSerious).map(textOf),
    ...(await found(page, "dark", rulesOfColour)).faults.filter(isSerious).map(textOf),
  ]);
}

/**
 * What any rule finds, however slight, in both schemes, with text of each size. A contrast that axe leaves open, as
 * over a gradient, is decided by what is painted. Text of twice the size is looked at for what its size decides, in
 * the light scheme: the colours are those of the usual size. `AXE=all` looks at everything in everything.
 */
export async function everyFault(page: Page, textSizes: readonly TextSize[]): Promise<string[]> {
  await bringAxe(page);
  const faults: string[] = [];
  for (const size of textSizes) {
    await setTextSize(page, size);
    const at = size === 100 ? "" : `text of ${size} %, `;
    const isWhole = size === 100 || process.env["AXE"] !== undefined;
    const lookIn = async (scheme: Scheme, rules: RunOnly) => {
      const seen = await found(page, scheme, rules);
      const faint = await faintTexts(page, seen.undecided);
      const told = [...seen.faults.map(textOf), ...faint.map((what) => `${scheme}: ${what}`)];
      faults.push(...told.map((what) => at + what));
    };
    const look = async () => {
      await lookIn("light", isWhole ? everyRule : rulesOfSize);
      if (isWhole) await lookIn("dark", rulesOfColour);
    };
    await atRest(page, look, grows);
  }
  await setTextSize(page, 100);
  return faults;
}

async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
}

/** As a reader sets it in the browser: every length of ours is reckoned from it, a chart's with its next quote. */
export async function setTextSize(page: Page, size: TextSize): Promise<void> {
  await page.evaluate(async (percent) => {
    const wanted = percent === 100 ? "" : `${percent}%`;
    if (document.documentElement.style.fontSize === wanted) return;
    document.documentElement.style.fontSize = wanted;
    const chart = [...document.querySelectorAll("svg[data-ready=chart]")].at(-1);
    if (chart === undefined) return;
    await new Promise<void>((resolve) => {
      const drawnAnew = () => requestAnimationFrame(() => resolve());
      const observer = new MutationObserver(() => {
        observer.disconnect();
        drawnAnew();
      });
      observer.observe(chart, { attributes: true, childList: true, subtree: true });
      // A market may be at rest.
      setTimeout(drawnAnew, 5_000);
    });
  }, size);
}

/**
 * Makes the page as high as what it shows: nothing lies under a bar that stands at its end. Behind an open dialog
 * nothing is read, and a chart that fills it would only grow.
 */
async function grows(page: Page): Promise<boolean> {
  const viewport = page.viewportSize();
  const height = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (dialog === undefined) return document.documentElement.scrollHeight;
    const beyond = [dialog, ...dialog.querySelectorAll("*")]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    return innerHeight + Math.max(0, ...beyond);
  });
  if (viewport === null || height <= viewport.height) return false;
  await page.setViewportSize({ width: viewport.width, height: height + 100 });
  return true;
}

/** What is wrong, and the texts whose contrast axe cannot tell. */
async function found(
  page: Page,
  colorScheme: Scheme,
  runOnly: RunOnly,
): Promise<{ faults: Fault[]; undecided: string[] }> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (theme) => document.documentElement.dataset["theme"] === theme,
    colorScheme,
  );
  const result = await page.evaluate(
    async (given) => {
      // It compares words with blanks between them, of which Japanese and Chinese have none.
      const hasWords = document.documentElement.lang.startsWith("en");
      const options = { ...given, rules: { "label-content-name-mismatch": { enabled: hasWords } } };
      const { axe } = window as unknown as {
        axe: { run: (options: RunOptions) => Promise<AxeResults> };
      };
      return axe.run(options);
    },
    {
      runOnly,
      resultTypes: ["violations", "incomplete"],
    } as RunOptions,
  );
  // A screen on which no rule applies was not there. What axe leaves open was: it is decided by what is painted.
  const applied = result.passes.length + result.incomplete.length;
  expect(applied).toBeGreaterThan(runOnly.type === "tag" ? 5 : 0);
  const faults = result.violations.flatMap(({ id, impact, nodes }): Fault[] =>
    nodes.map((node) => ({
      ...{ impact, scheme: colorScheme },
      what: `${id} at ${targetOf(node)}: ${node.failureSummary}`,
    })),
  );
  const undecided = result.incomplete
    .filter(({ id }) => id === "color-contrast")
    .flatMap(({ nodes }) => nodes.map(targetOf));
  return { faults, undecided };
}

function isSerious({ impact }: Fault): boolean {
  return impact === "serious" || impact === "critical";
}

function textOf({ scheme, what }: Fault): string {
  return `${scheme}: ${what}`;
}

function targetOf({ target }: NodeResult): string {
  return target.join(" ");
}
