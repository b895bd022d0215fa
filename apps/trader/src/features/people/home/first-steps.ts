/** 1 find a stock, 2 buy it, 3 see the position. */
export type FirstStep = 1 | 2 | 3;

export const firstSteps: readonly FirstStep[] = [1, 2, 3];

type Known = {
  /** What this device remembers: an account, and `started`, the numbers of the steps that were taken, or `done`. */
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
  /** Those that were taken. */
  taken: readonly FirstStep[];
  /** What the device should remember from now on. */
  remember: string;
};

/**
 * Decides whether a newcomer's card is shown and where it stands. A step that was taken stays taken: whoever has
 * bought and sold is not asked to buy again. Somebody who holds stocks already but is new on this device needs no
 * first steps.
 */
export function decideFirstSteps({ stored, account, seenStock, holds }: Known): Decision {
  const [owner, remembered = ""] = stored.split(" ");
  const isOwn = owner === account;
  const done = doneBy(account);
  if (stored === done || (holds === true && !isOwn)) {
    return { step: null, taken: firstSteps, remember: done };
  }
  const taken = firstSteps.filter(
    (step) =>
      (isOwn && remembered.includes(String(step))) ||
      (step === 1 && seenStock) ||
      (step <= 2 && holds === true),
  );
  return {
    step: firstSteps.find((step) => !taken.includes(step)) ?? null,
    taken,
    remember: holds === null ? stored : `${account} ${taken.join("") || "started"}`,
  };
}

export function doneBy(account: string): string {
  return `${account} done`;
}
