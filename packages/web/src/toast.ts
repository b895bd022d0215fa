let element: HTMLElement | null = null;
let timer: number | undefined;

/** One sentence above everything else, read out politely, for so many milliseconds. A new one replaces the old one. */
export function showToast(text: string, ms: number): void {
  show(text, false);
  timer = window.setTimeout(clearToast, ms);
}

/** Stays until the function that it answers is called. */
export function loadingToast(text: string): () => void {
  show(text, true);
  return () => {
    if (element?.textContent === text) clearToast();
  };
}

export function clearToast(): void {
  window.clearTimeout(timer);
  element?.hidePopover();
}

function show(text: string, loading: boolean): void {
  window.clearTimeout(timer);
  element ??= makeElement();
  // Shown anew each time: the top layer then has it above a sheet or dialog that opened meanwhile.
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
