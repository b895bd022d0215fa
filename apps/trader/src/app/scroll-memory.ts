import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Where each visit in the history was scrolled to. */
const positions = new Map<string, number>();
/** How long a returning list may take to be as tall as it was. */
const restoreMsMax = 1500;

/** A new place starts at the top; a return finds the place in the list again. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const arrival = useNavigationType();
  const placed = useRef("");
  useLayoutEffect(() => {
    // Once per screen: another tab in the same screen's query does not move the page.
    if (placed.current === pathname) return;
    placed.current = pathname;
    history.scrollRestoration = "manual";
    const wanted = arrival === "POP" ? (positions.get(key) ?? 0) : 0;
    scrollWhenTall(wanted, () => placed.current === pathname);
  }, [key, pathname, arrival]);
  // A layout effect: the jump to the new screen's top must not be noted for the screen that was left.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);
}

function scrollWhenTall(wanted: number, isStillThere: () => boolean): void {
  window.scrollTo(0, wanted);
  if (wanted === 0) return;
  const until = performance.now() + restoreMsMax;
  requestAnimationFrame(function again() {
    if (!isStillThere()) return;
    const tall = document.documentElement.scrollHeight - window.innerHeight;
    if (tall >= wanted || performance.now() > until) window.scrollTo(0, wanted);
    else requestAnimationFrame(again);
  });
}
