import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Links `#/…` are followed by the router. Left to the browser, a visit would have no key of its own
 * in the history, on which "back" and the remembered scroll position stand.
 */
export function useInAppLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const place = placeToFollow(event);
      if (place === null) return;
      event.preventDefault();
      if (place !== window.location.hash) void navigate(place.slice(1));
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

/** The hash of a plain press on a link of ours; null where the browser does better. */
function placeToFollow(event: MouseEvent): string | null {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || modified) return null;
  if (!(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>('a[href^="#/"]');
  return link === null || link.target === "_blank" ? null : link.hash;
}
