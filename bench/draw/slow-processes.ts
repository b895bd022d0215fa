import type { Browser } from "playwright-core";

/** So long a process runs or stands still at a time. */
const turnMs = 15;

/**
 * Lets the pages' processes run for one part of the time in so many. Chromium's own throttling slows a page and not
 * its workers, which is where a draw is checked.
 */
export async function slowProcesses(browser: Browser, slowdown: number): Promise<{ stop(): void }> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send("SystemInfo.getProcessInfo");
  await client.detach();
  const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  };
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % slowdown;
    if (turn === 0) tell("SIGCONT");
    else if (turn === 1) tell("SIGSTOP");
  }, turnMs);
  return {
    stop() {
      clearInterval(timer);
      tell("SIGCONT");
    },
  };
}
