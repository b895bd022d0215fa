/** The specification's toast: 2 seconds. */
const toastMs = 2000;

let element: HTMLElement | null = null;
let timer: number | undefined;

/** One sentence above everything else, read out politely. A new one replaces the old one. */
export function toast(text: string): void {
  show(text, false);
  timer = window.setTimeout(clearToast, toastMs);
}

/** Stays until the function that it answers is called: for the specification's loading toast. */
export function loadingToast(text: string): () => void {
  show(text, true);
  const mine = text;
  return () => {
    if (element?.textContent === mine) clearToast();
  };
}

export function clearToast(): void {
  window.clearTimeout(timer);
  element?.hidePopover();
}

function show(text: string, loading: boolean): void {
  window.clearTimeout(timer);
  element ??= makeElement();
  // Shown anew each time: the top layer then has it above a sheet that opened meanwhile.
  element.hidePopover();
  element.classList.toggle("toast-loading", loading);
  element.showPopover();
  element.textContent = text;
}

function makeElement(): HTMLElement {
  const made = document.createElement("div");
  made.className = "toast";
  made.popover = "manual";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}
