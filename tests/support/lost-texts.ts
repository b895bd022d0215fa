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
        const { overflowX, overflowY } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX)) break;
        const box = at.getBoundingClientRect();
        const rects = [...whole.getClientRects()];
        if (overflowX !== "visible" && rects.some(({ right }) => right > box.right + 1)) {
          return "is cut off at its end";
        }
        if (/hidden|clip/.test(overflowY) && rects.some(({ bottom }) => bottom > box.bottom + 4)) {
          return "is cut off below";
        }
        if (at === top && rects.some(({ right }) => right > innerWidth + 1)) {
          return "lies beyond the edge";
        }
      }
      if (style.hyphens === "auto") return null;
      for (const { 0: found, index } of text.data.matchAll(word)) {
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
      if (text.data.trim() === "" || element === null || !element.checkVisibility()) continue;
      const how = isLost(text, element);
      if (how !== null) lost.push(`"${text.data.trim().slice(0, 60)}" ${how}`);
    }
    return lost;
  });
}
