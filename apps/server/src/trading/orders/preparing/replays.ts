/** Whether requests that were answered before are asked again. */
export type Replays = { areLikely(): boolean; saw(): void };

/** So long after one replay others are likely: whoever lost an answer did so with everybody else. */
const replaysLikelyMs = 10_000;

/** `now` in milliseconds, from wherever. */
export function createReplays(now = () => performance.now()): Replays {
  let likelyUntil = -Infinity;
  return {
    areLikely: () => now() < likelyUntil,
    saw() {
      likelyUntil = now() + replaysLikelyMs;
    },
  };
}
