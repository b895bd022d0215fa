import type { BrowserContext, Page } from "playwright-core";

type Holding = {
  /** Nothing more reaches the page: quotes, answers and timers wait. */
  hold: () => Promise<void>;
  /** All that waited reaches it, in its order. */
  release: () => void;
  /** How many calls have no answer yet. */
  asked: () => number;
};
type HoldingWindow = { holding?: Holding };

/** A call that a test never answers is waited for no longer than this. */
const answersMsMax = 3_000;
const turnsMax = 5;

/** From its next page on, what reaches a page of this context can be held back: see `atRest`. */
export async function letPagesRest(context: BrowserContext): Promise<void> {
  await context.addInitScript(makeHolding);
}

/**
 * Looks at a page that stands still: all that it asked for has come, no quote, answer or timer moves a row meanwhile,
 * and nothing fades any more. Where `settle` has changed something, what the page asks for then is waited for too.
 */
export async function atRest<Seen>(
  page: Page,
  look: () => Promise<Seen>,
  settle: (page: Page) => Promise<boolean> = async () => false,
): Promise<Seen> {
  // What still moves on its way in has other colours.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await untilAnswered(page);
  for (let turn = 1; turn < turnsMax && (await settle(page)); turn += 1) {
    await release(page);
    await untilAnswered(page);
  }
  try {
    return await look();
  } finally {
    await release(page);
  }
}

function release(page: Page): Promise<void> {
  return page.evaluate(() => (window as HoldingWindow).holding!.release());
}

/** Holds the page at a moment at which it waits for nothing. */
async function untilAnswered(page: Page): Promise<void> {
  const isKnown = await page.evaluate(() => (window as HoldingWindow).holding !== undefined);
  if (!isKnown) throw new Error("the page cannot be held still: its context needs letPagesRest");
  await page.evaluate(async (msMax) => {
    const { hold, release, asked } = (window as HoldingWindow).holding!;
    const until = performance.now() + msMax;
    for (;;) {
      await hold();
      // What has just come may have made it ask for more.
      if (asked() === 0 || performance.now() > until) return;
      release();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, answersMsMax);
}

/** In the page, before anything of its own. */
function makeHolding(): void {
  const [fetchNow, SocketNow] = [window.fetch, window.WebSocket];
  const startTimer = window.setTimeout.bind(window);
  const startInterval = window.setInterval.bind(window);
  const stopTimer = window.clearTimeout.bind(window);
  const framesMax = 60;
  let isHeld = false;
  let underWay = 0;
  /** What has come while the page was held, by its timer where it is one. */
  let waiting: { timer?: number; run: () => void }[] = [];

  window.fetch = async (...request) => {
    underWay += 1;
    try {
      const answer = await fetchNow(...request);
      // An answer has come when all of it has.
      const body = answer.clone().arrayBuffer();
      await body.catch(() => undefined);
      if (isHeld) await new Promise<void>((run) => waiting.push({ run }));
      return answer;
    } finally {
      // Its reader goes first.
      startTimer(() => (underWay -= 1), 0);
    }
  };
  window.WebSocket = class extends SocketNow {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (!isHeld) return;
        event.stopImmediatePropagation();
        const run = () => this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        waiting.push({ run });
      });
    }
  };
  // One that is set while the page is held is the looker's own.
  const startHeldTimer = (work: () => void, ms?: number, ...given: []) => {
    if (isHeld) return startTimer(work, ms, ...given);
    const timer = startTimer(() => {
      if (isHeld) waiting.push({ timer, run: () => work(...given) });
      else work(...given);
    }, ms);
    return timer;
  };
  const startHeldInterval = (work: () => void, ms?: number, ...given: []) =>
    startInterval(() => isHeld || work(...given), ms);
  const stopHeldTimer = (stopped: number | undefined) => {
    waiting = waiting.filter(({ timer }) => timer === undefined || timer !== stopped);
    stopTimer(stopped);
  };
  Object.assign(window, {
    setTimeout: startHeldTimer,
    setInterval: startHeldInterval,
    clearTimeout: stopHeldTimer,
  });

  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  (window as HoldingWindow).holding = {
    async hold() {
      isHeld = true;
      let changes = 0;
      const observer = new MutationObserver(() => (changes += 1));
      observer.observe(document, { attributes: true, childList: true, subtree: true });
      // What came last is drawn in one frame, and what that leads to in the next.
      for (let frames = 0, calm = 0; calm < 2 && frames < framesMax; frames += 1) {
        const before = changes;
        await frame();
        calm = changes === before ? calm + 1 : 0;
      }
      observer.disconnect();
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      }
      await frame();
    },
    release() {
      isHeld = false;
      const came = waiting;
      waiting = [];
      for (const { run } of came) run();
    },
    asked: () => underWay,
  };
}
