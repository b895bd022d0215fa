/** The part of a click that decides where it leads. */
export type LinkClick = Pick<
  MouseEvent,
  "defaultPrevented" | "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "target"
>;

/**
 * Where a click on a link of the app leads: `/home/home` for `#/home/home`. Null for everything
 * that the browser does itself: other links, other buttons, new tabs.
 */
export function placeOfClick(event: LinkClick): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href") ?? "";
  if (!href.startsWith("#/") || (link?.target ?? "") !== "") return null;
  return href.slice(1);
}
