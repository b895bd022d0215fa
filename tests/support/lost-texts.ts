import type { Page } from "playwright-core";

/**
 * Texts of which something cannot be read as they are laid out: cut off, beyond the screen's edge where nothing
 * scrolls to it, or a figure or a Latin word broken over two lines.
 */
export function lostTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const lost: string[] = [];
    // A phone's `innerWidth` grows with what is too wide.
    const screenWidth = document.documentElement.clientWidth;
    const word = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.,:'%]*/gu;
    const isLost = (text: Text, element: HTMLElement): string | null => {
      const whole = document.createRange();
      whole.selectNodeContents(text);
      const style = getComputedStyle(element);
      // What only a screen reader reads is as small as a point.
      if (element.closest(".visually-hidden, option, title, [aria-hidden=true]") !== null) {
        return null;
      }
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(at);
        // A preview of so many lines leads to the whole.
        if (/auto|scroll/.test(overflowX) || webkitLineClamp !== "none") break;
        const box = at.getBoundingClientRect();
        const rects = [...whole.getClientRects()];
        if (overflowX !== "visible" && rects.some(({ right }) => right > box.right + 1)) {
          return "is cut off at its end";
        }
        if (/hidden|clip/.test(overflowY) && rects.some(({ bottom }) => bottom > box.bottom + 4)) {
          return "is cut off below";
        }
        if (at === top && rects.some(({ right }) => right > screenWidth + 1)) {
          return "lies beyond the edge";
        }
      }
      if (style.hyphens === "auto") return null;
      for (const { 0: found, index } of text.data.matchAll(word)) {
        // A hash is longer than any line.
        if (/^[0-9a-f]{64}$/.test(found)) continue;
        const part = document.createRange();
        part.setStart(text, index);
        part.setEnd(text, index + found.length);
        const lines = new Set([...part.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) return `breaks inside ${found}`;
      }
      return null;
    };
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node as Text;
      const element = text.parentElement;
      if (text.data.trim() === "" || element === null) continue;
      // Rows off the screen are not laid out before they are scrolled to.
      if (!element.checkVisibility({ contentVisibilityAuto: true })) continue;
      const how = isLost(text, element);
      if (how !== null) lost.push(`"${text.data.trim().slice(0, 60)}" ${how}`);
    }
    return lost;
  });
}

/** Pairs of texts that lie over one another, bars that stand while the rest scrolls left out. */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const standsStill = (element: Element | null): boolean =>
      element !== null &&
      element !== top &&
      (/fixed|sticky/.test(getComputedStyle(element).position) ||
        standsStill(element.parentElement));
    const isPreview = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).webkitLineClamp !== "none" || isPreview(element.parentElement));
    const placed: { said: string; element: Element; rect: DOMRect }[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node as Text;
      const element = text.parentElement;
      const said = text.data.trim();
      if (said === "" || element === null) continue;
      if (!element.checkVisibility({ contentVisibilityAuto: true })) continue;
      // A chart's labels are drawn, and know their room.
      if (element.closest(".visually-hidden, option, title, svg, [aria-hidden=true]")) continue;
      if (standsStill(element) || isPreview(element)) continue;
      const whole = document.createRange();
      whole.selectNodeContents(text);
      for (const rect of whole.getClientRects()) placed.push({ said, element, rect });
    }
    // Lines of one text touch by their leading; a fourth of a letter is read over another.
    const over = (one: DOMRect, other: DOMRect) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return wide > 2 && high > Math.min(one.height, other.height) / 3;
    };
    const found = new Set<string>();
    placed.forEach((one, place) => {
      for (const other of placed.slice(place + 1)) {
        if (one.element === other.element || !over(one.rect, other.rect)) continue;
        found.add(`"${one.said.slice(0, 40)}" lies over "${other.said.slice(0, 40)}"`);
      }
    });
    return [...found];
  });
}

/** What the page has to be moved sideways for; a pixel is rounding. */
export function widerThanScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A phone's `innerWidth` grows with what is too wide.
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    return [...document.querySelectorAll("main, main *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent}`)
      .slice(0, 20);
  });
}
