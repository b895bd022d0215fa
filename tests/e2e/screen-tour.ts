import type { Page } from "playwright-core";
import { expect } from "vitest";
import { patienceMs } from "../support/browser.ts";

/** An address behind the `#`, and the one that the app makes of it where that is another. */
export type Stop = { place: string; leadsTo?: string };

/**
 * Goes from screen to screen within the app that is open, as links do. Each has to write a title of its own and to
 * bring its main part, and nothing may fail meanwhile: no script, and no call at the server.
 */
export async function visitEach(page: Page, stops: readonly Stop[]): Promise<void> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("response", (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  for (const { place, leadsTo = place } of stops) {
    await page.evaluate((to) => {
      // What the screen before called itself is gone.
      document.title = "";
      location.hash = to;
    }, place);
    await page
      .waitForFunction(
        // A screen may add to its address what it shows.
        (route) =>
          location.hash.split("?")[0] === `#${route}` &&
          document.title.split(" · ")[0] !== "" &&
          document.querySelector("main") !== null,
        leadsTo.split("?")[0],
        // Not with every frame, which would have the page draw one.
        { timeout: patienceMs, polling: 50 },
      )
      .catch(() => faults.push("no title or no main part"));
    expect(faults, place).toEqual([]);
  }
}
