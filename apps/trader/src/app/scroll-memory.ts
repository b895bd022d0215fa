import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Where each visit in the history was scrolled to. */
const positions = new Map<string, number>();
/** How long a returning list may take to be as tall as it was. */
const restoreMsMax = 1500;

/** A new place starts at the top; a return finds the place in the list again. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const arrival = useNavigationType();
  useLayoutEffect(() => {
    if ("scrollRestoration" in history) history.scrollRestoration = "manual";
    const wanted = arrival === "POP" ? (positions.get(key) ?? 0) : 0;
    const stop = scrollWhenTall(wanted);
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      stop();
      window.removeEventListener("scroll", remember);
    };
    // `pathname` restores once per screen; the query of a tab does not move the page.
  }, [pathname]);
}

function scrollWhenTall(wanted: number): () => void {
  window.scrollTo(0, wanted);
  if (wanted === 0) return () => undefined;
  const until = performance.now() + restoreMsMax;
  let frame = requestAnimationFrame(function again() {
    const tall = document.documentElement.scrollHeight - window.innerHeight;
    if (tall >= wanted || performance.now() > until) window.scrollTo(0, wanted);
    else frame = requestAnimationFrame(again);
  });
  return () => cancelAnimationFrame(frame);
}
