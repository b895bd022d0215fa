import { useEffect, useRef, useState, type RefObject } from "react";

/** Rows this near to the screen count as on it, so that a slow scroll meets live prices. */
const margin = "160px 0px";

type Listener = (onScreen: boolean) => void;
const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | null = null;

/** Whether an element is on the screen or just beside it. One observer serves the whole page. */
export function useOnScreen<Kind extends HTMLElement>(): [RefObject<Kind | null>, boolean] {
  const element = useRef<Kind>(null);
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    return watch(watched, setOnScreen);
  }, []);
  return [element, onScreen];
}

function watch(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: margin },
  );
  const shared = observer;
  listeners.set(element, listener);
  shared.observe(element);
  return () => {
    listeners.delete(element);
    shared.unobserve(element);
  };
}
