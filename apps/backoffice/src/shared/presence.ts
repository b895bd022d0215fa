import { useEffect } from "react";
import { create } from "zustand";
import { refreshLive } from "./queries.ts";
import { useMe } from "./session.ts";
import { refreshSession } from "./signing.ts";

/** For so long after the last key or movement somebody is taken to be there. */
const presentMs = 60_000;

const usePresence = create<{ present: boolean }>(() => ({ present: true }));

/** How often to read anew: not while nobody is there, or an unattended screen would never time out. */
export function usePolling(milliseconds: number): number | false {
  return usePresence((state) => state.present) ? milliseconds : false;
}

/** Notices whether somebody is there, and after the idle limit whether the session still is. */
export function useIdleWatch(): void {
  const { idle_minutes_max: idleMinutesMax } = useMe();
  useEffect(() => {
    let absence: number | undefined;
    let ending: number | undefined;
    const seen = () => {
      window.clearTimeout(absence);
      window.clearTimeout(ending);
      if (!usePresence.getState().present) {
        usePresence.setState({ present: true });
        refreshLive();
      }
      absence = window.setTimeout(() => usePresence.setState({ present: false }), presentMs);
      // A little after the server's own limit, which counts from the last call.
      const endMs = idleMinutesMax * 60_000 + 2 * presentMs;
      ending = window.setTimeout(() => void refreshSession(), endMs);
    };
    const signs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true });
    seen();
    return () => {
      window.clearTimeout(absence);
      window.clearTimeout(ending);
      for (const sign of signs) window.removeEventListener(sign, seen);
    };
  }, [idleMinutesMax]);
}
