/** How long something is pointed at before its tip shows; a focus shows it at once. */
const waitMs = 350;
const gap = 6;

/**
 * Shows the `data-tip` of whatever is pointed at or has the focus, in one element above everything
 * else. It repeats what the control says of itself to a screen reader, so it is hidden from those.
 */
export function showTips(): void {
  const element = document.createElement("div");
  element.className = "tip";
  element.popover = "manual";
  element.setAttribute("aria-hidden", "true");
  document.body.append(element);
  let timer: number | undefined;

  const hide = () => {
    window.clearTimeout(timer);
    element.hidePopover();
  };
  const show = (target: HTMLElement) => {
    element.textContent = target.dataset["tip"] ?? "";
    element.showPopover();
    place(element, target.getBoundingClientRect());
  };
  const tipped = (event: Event) => (event.target as Element).closest?.<HTMLElement>("[data-tip]");
  document.addEventListener("pointerover", (event) => {
    hide();
    const target = tipped(event);
    if (target) timer = window.setTimeout(() => target.isConnected && show(target), waitMs);
  });
  document.addEventListener("focusin", (event) => {
    const target = tipped(event);
    if (target?.matches(":focus-visible")) show(target);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", hide, true);
}

function place(element: HTMLElement, target: DOMRect): void {
  const own = element.getBoundingClientRect();
  const above = target.top - own.height - gap;
  const top = above >= gap ? above : target.bottom + gap;
  const centred = target.left + (target.width - own.width) / 2;
  const left = Math.max(gap, Math.min(centred, window.innerWidth - own.width - gap));
  element.style.top = `${top}px`;
  element.style.left = `${left}px`;
}
