import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const everyRule: RunOptions["runOnly"] = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
/** What of them the colours decide: a scheme changes nothing else of a screen. */
const rulesOfColour: RunOptions["runOnly"] = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
};

/** What the rules of WCAG 2.2 A and AA find that is serious or critical, in the light scheme and in the dark. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return [
    ...(await faultsIn(page, "light", everyRule)),
    ...(await faultsIn(page, "dark", rulesOfColour)),
  ];
}

async function faultsIn(
  page: Page,
  colorScheme: "light" | "dark",
  runOnly: RunOptions["runOnly"],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction(
    (theme) => document.documentElement.dataset["theme"] === theme,
    colorScheme,
  );
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as {
        axe: { run: (options: RunOptions) => Promise<AxeResults> };
      };
      return axe.run(options);
    },
    { runOnly, resultTypes: ["violations"] } as RunOptions,
  );
  // A screen on which no rule applies was not there.
  expect(found.passes.length).toBeGreaterThan(runOnly === everyRule ? 5 : 0);
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(
        (node) => `${colorScheme}: ${id} at ${node.target.join(" ")}: ${node.failureSummary}`,
      ),
    );
}
