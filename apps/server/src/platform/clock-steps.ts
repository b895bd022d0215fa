import { readFileSync } from "node:fs";

/** Below it a clock is only adjusted; `note_clock_step()` has the same bound. */
export const clockStepMsMin = 2_000;

/** One look at the machine's clock between two moments of a clock that never steps; all in milliseconds. */
export type ClockLook = {
  sentAt: number;
  receivedAt: number;
  wall: number;
  /** The newest moment that an instance has vouched for, on the clock of `wall`; null before the first. */
  vouchedAt: number | null;
  /** The newest step that is written down; 0 before the first. */
  step: number;
};

export type ClockStepWatch = {
  /**
   * By how many milliseconds the machine's clock has moved since the look before beyond what has passed, negative
   * where it was set back; null where it goes as it should. The look that says so is not followed.
   */
  stepped(look: ClockLook): number | null;
  /** Looks are held against this one from now on. */
  follow(look: ClockLook): void;
  /** The newest step of the look that is followed. */
  knownStep(): number;
};

export function createClockStepWatch(): ClockStepWatch {
  let followed: ClockLook | null = null;
  return {
    stepped(look) {
      if (followed === null) return null;
      // A slow answer widens what is allowed, and never looks like a step.
      const earliest = followed.wall + look.sentAt - followed.receivedAt;
      const latest = followed.wall + look.receivedAt - followed.sentAt;
      if (look.wall >= earliest - clockStepMsMin && look.wall <= latest + clockStepMsMin)
        return null;
      const moved = look.wall - (earliest + latest) / 2;
      // Another instance has seen the time pass that this one, which stood still, has not.
      const isVouched = look.vouchedAt !== null && look.wall - look.vouchedAt <= clockStepMsMin;
      return moved > 0 && isVouched ? null : Math.round(moved);
    },
    follow(look) {
      followed = look;
    },
    knownStep: () => followed?.step ?? 0,
  };
}

/** Milliseconds since the machine started, suspended ones among them where the system counts those. */
export function machineUpMs(): number {
  try {
    return Number(readFileSync("/proc/uptime", "utf8").split(" ", 1)[0]) * 1_000;
  } catch {
    return performance.now();
  }
}
