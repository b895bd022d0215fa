const toastMs = 2500;

let element: HTMLElement | null = null;
let timer: number | undefined;

/** One sentence above everything else, read out politely. A new one replaces the old one. */
export function toast(text: string): void {
  window.clearTimeout(timer);
  element ??= makeElement();
  // Shown anew each time: the top layer then has it above a dialog that opened meanwhile.
  element.hidePopover();
  element.showPopover();
  element.textContent = text;
  timer = window.setTimeout(() => element?.hidePopover(), toastMs);
}

function makeElement(): HTMLElement {
  const made = document.createElement("div");
  made.className = "toast";
  made.popover = "manual";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}
