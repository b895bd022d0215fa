import type { Page } from "playwright-core";

/** Of the pixels behind a text so many may be an edge or an ornament. */
const edgesShare = 0.05;
const looksMax = 5;
const paintMs = 300;

type Text = {
  selector: string;
  color: string;
  /** What of the colour is painted: its own part times that of all around it. */
  opacity: number;
  /** WCAG 2.2 1.4.3: 3 for large text. */
  ratioMin: number;
  words: string;
  /** Wholly on the screen, and nothing lies over it. */
  isInside: boolean;
  boxes: readonly { x: number; y: number; width: number; height: number }[];
};

/** Of the named elements those whose text is too faint before what is really painted behind it. */
export async function faintTexts(page: Page, selectors: readonly string[]): Promise<string[]> {
  if (selectors.length === 0) return [];
  const faint: string[] = [];
  let seen = await faintIn(page, selectors, null);
  faint.push(...seen.faint);
  // What a list that moves sideways has beyond its edge is brought in, with all that comes along with it.
  while (seen.beyond.length > 0) {
    seen = await faintIn(page, seen.beyond, seen.beyond[0] ?? null);
    faint.push(...seen.faint);
  }
  return faint;
}

async function faintIn(page: Page, selectors: readonly string[], broughtIn: string | null) {
  const texts = await page.evaluate(textsOf, { selectors, broughtIn });
  const isRead = ({ selector, isInside }: Text) => isInside || selector === broughtIn;
  const beyond = texts.filter((text) => !isRead(text)).map(({ selector }) => selector);
  const read = texts.filter(isRead);
  if (read.length === 0) return { beyond, faint: [] };
  let ratios: number[] = [];
  // On a busy machine a picture may show what was painted a moment ago, letters too: what is faint stays so.
  for (let look = 0; look < looksMax && (look === 0 || isFaint(read, ratios)); look += 1) {
    await page.evaluate(hideText, true);
    if (look > 0) await page.waitForTimeout(paintMs);
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    await page.evaluate(hideText, false);
    const seen = await page.evaluate(ratiosBehind, {
      texts: read,
      picture: picture.toString("base64"),
      edgesShare,
    });
    ratios = seen.map((ratio, place) => Math.max(ratio, ratios[place] ?? 0));
  }
  const faint = read.flatMap(({ selector, ratioMin, color, words }, place) => {
    const ratio = ratios[place] ?? Infinity;
    return ratio < ratioMin
      ? [`color-contrast at ${selector}: ${ratio.toFixed(2)} as painted, of ${color}: ${words}`]
      : [];
  });
  return { beyond, faint };
}

function isFaint(texts: readonly Text[], ratios: readonly number[]): boolean {
  return texts.some(({ ratioMin }, place) => (ratios[place] ?? Infinity) < ratioMin);
}

/** All that is painted but the letters. */
function hideText(isHidden: boolean): void {
  const style = `
    * { -webkit-text-fill-color: transparent !important; transition: none !important }
    text, tspan { fill: transparent !important }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(isHidden ? style : "");
  document.adoptedStyleSheets = [sheet];
}

/** Those of which something is painted. */
async function textsOf({
  selectors,
  broughtIn,
}: {
  selectors: readonly string[];
  broughtIn: string | null;
}): Promise<Text[]> {
  const drawing = new OffscreenCanvas(1, 1).getContext("2d")!;
  const paneOf = (element: Element) => {
    const pane = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    for (
      let at: Element | null = element;
      at !== null && at !== document.body;
      at = at.parentElement
    ) {
      if (at.clientWidth === 0 || getComputedStyle(at).overflow === "visible") continue;
      const { left, top } = at.getBoundingClientRect();
      pane.left = Math.max(pane.left, left + at.clientLeft);
      pane.top = Math.max(pane.top, top + at.clientTop);
      pane.right = Math.min(pane.right, left + at.clientLeft + at.clientWidth);
      pane.bottom = Math.min(pane.bottom, top + at.clientTop + at.clientHeight);
    }
    return pane;
  };
  const textOf = (element: HTMLElement, selector: string): Text | null => {
    const style = getComputedStyle(element);
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    const range = document.createRange();
    drawing.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const lines = [...element.childNodes].flatMap((node) => {
      const words = node.textContent ?? "";
      if (node.nodeType !== Node.TEXT_NODE || words.trim() === "") return [];
      range.selectNodeContents(node);
      // A line is higher than its letters: a disc behind one letter need not reach to the line's corners.
      const size = drawing.measureText(words);
      const line = size.fontBoundingBoxAscent + size.fontBoundingBoxDescent;
      const above = (size.fontBoundingBoxAscent - size.actualBoundingBoxAscent) / line;
      const letters = (size.actualBoundingBoxAscent + size.actualBoundingBoxDescent) / line;
      return [...range.getClientRects()].map(({ x, y, width, height }) => ({
        ...{ x, width, y: y + height * above, height: height * letters },
      }));
    });
    // Of what moves within a pane only the part is read that the pane shows: below its edge something else is painted.
    const pane = paneOf(element);
    const boxes = lines.flatMap(({ x, y, width, height }) => {
      const [left, top] = [Math.max(x, pane.left), Math.max(y, pane.top)];
      const shown = {
        ...{ x: left, y: top },
        width: Math.min(x + width, pane.right) - left,
        height: Math.min(y + height, pane.bottom) - top,
      };
      return shown.width > 0 && shown.height >= height / 2 ? [shown] : [];
    });
    const isOutside = lines.length > 0 && boxes.length === 0;
    // What lies under something else is not read there.
    const liesOver = (x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && !top.contains(element) && !element.contains(top);
    };
    const isCovered = boxes.some(({ x, y, width, height }) =>
      liesOver(x + width / 2, y + height / 2),
    );
    // A bar that the list moves under may cover half a line.
    const isTouched = boxes.some(({ x, y, width, height }) =>
      [x + 1, x + width - 1].some((at) => liesOver(at, y + 0.5) || liesOver(at, y + height - 0.5)),
    );
    if ((isCovered || isOutside) && selector === broughtIn) return null;
    if (lines.length === 0) return null;
    const pixels = parseFloat(style.fontSize);
    const isLarge = pixels >= 24 || (pixels >= 18.66 && Number(style.fontWeight) >= 700);
    return {
      selector,
      color: element instanceof SVGElement ? style.fill : style.color,
      opacity,
      words: (element.textContent ?? "").slice(0, 40),
      ratioMin: isLarge ? 3 : 4.5,
      isInside:
        !isCovered &&
        !isTouched &&
        !isOutside &&
        boxes.every(
          ({ x, y, width, height }) =>
            x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight,
        ),
      boxes,
    };
  };
  const texts: Text[] = [];
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null || !element.checkVisibility({ opacityProperty: true })) continue;
    if (selector === broughtIn) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // What was far away is painted a moment later.
      for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted));
    }
    const text = textOf(element, selector);
    if (text !== null) texts.push(text);
  }
  return texts;
}

/** The contrast that all but the edges behind a text leave it. */
async function ratiosBehind({
  texts,
  picture,
  edgesShare: share,
}: {
  texts: readonly Text[];
  picture: string;
  edgesShare: number;
}): Promise<number[]> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const scale = bitmap.width / window.innerWidth;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const drawing = canvas.getContext("2d", { willReadFrequently: true })!;
  const linear = (value: number) =>
    value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const lightness = (r: number, g: number, b: number) =>
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  // The picture is read only: a colour is drawn on a canvas of its own.
  drawing.drawImage(bitmap, 0, 0);
  const swatch = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
  return texts.map((text) => {
    swatch.clearRect(0, 0, 1, 1);
    swatch.fillStyle = text.color;
    swatch.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = swatch.getImageData(0, 0, 1, 1).data;
    const part = (alpha / 255) * text.opacity;
    const ratios: number[] = [];
    for (const { x, y, width, height } of text.boxes) {
      // What lies wholly behind the letters: of a dash at least one row.
      const [from, above] = [Math.ceil(x * scale), Math.ceil(y * scale)];
      const left = Math.max(0, from);
      const top = Math.max(0, above);
      const right = Math.min(bitmap.width, Math.max(from + 1, Math.floor((x + width) * scale)));
      const bottom = Math.min(bitmap.height, Math.max(above + 1, Math.floor((y + height) * scale)));
      if (right <= left || bottom <= top) continue;
      const { data } = drawing.getImageData(left, top, right - left, bottom - top);
      for (let at = 0; at < data.length; at += 4) {
        const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
        const mixed = (own: number, behind: number) => own * part + behind * (1 - part);
        const [one, other] = [
          lightness(mixed(red, r), mixed(green, g), mixed(blue, b)),
          lightness(r, g, b),
        ];
        ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
      }
    }
    ratios.sort((one, other) => one - other);
    // Nothing of it is on the screen: nothing is read there.
    return ratios[Math.floor(ratios.length * share)] ?? Infinity;
  });
}
