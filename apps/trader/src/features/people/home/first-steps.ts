/** 1 find a stock, 2 buy it, 3 see the position. */
export type FirstStep = 1 | 2 | 3;

type Known = {
  /** What this device remembers: an account and `started` or `done`. */
  stored: string;
  account: string;
  /** A stock's own screen was opened. */
  seenStock: boolean;
  /** The customer holds or has ordered something; null while it is not known. */
  holds: boolean | null;
};

type Decision = {
  /** The step to take next; null when the card is not shown. */
  step: FirstStep | null;
  /** What the device should remember from now on. */
  remember: string;
};

/**
 * Decides whether a newcomer's card is shown and where it stands. Somebody who holds stocks already
 * but is new on this device needs no first steps.
 */
export function decideFirstSteps({ stored, account, seenStock, holds }: Known): Decision {
  const started = stored === `${account} started`;
  const done = doneBy(account);
  if (stored === done) return { step: null, remember: done };
  if (holds === true) {
    return started ? { step: 3, remember: stored } : { step: null, remember: done };
  }
  const step = seenStock ? 2 : 1;
  return { step, remember: holds === false ? `${account} started` : stored };
}

export function doneBy(account: string): string {
  return `${account} done`;
}
