import { useLayoutEffect, useRef } from "react";

const positions = new Map<string, number>();

/**
 * Keeps a screen's position while another one is open: on return the page stands where it was.
 * Opening the screen anew from the menu starts at its top as long as nothing was left there.
 *
 * @param name of the list, one per screen
 * @param ready false while only a skeleton stands there
 */
export function useKeptScroll(name: string, ready: boolean): void {
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const kept = positions.get(name) ?? 0;
    if (kept > 0) window.scrollTo({ top: kept, behavior: "instant" });
  }, [name, ready]);
  useLayoutEffect(() => {
    let newest = window.scrollY;
    const onScroll = () => {
      newest = window.scrollY;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      // The last position that was seen: by now the page may already have shrunk.
      positions.set(name, newest);
    };
  }, [name]);
}

/** For a list that was replaced by another: its old position means nothing. */
export function forgetScroll(name: string): void {
  positions.delete(name);
}
