import { useEffect, useId, useRef, type FormEvent, type ReactNode } from "react";
import { useText } from "../text.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";

type DialogProps = {
  title: string;
  onClose: () => void;
  wide?: boolean | undefined;
  /** Beside what it is about, which stays to be read. */
  beside?: boolean | undefined;
  children: ReactNode;
};

/**
 * The browser's own dialog: it keeps the focus inside, gives it back afterwards, and closes on
 * Escape. It is open for as long as it is rendered.
 */
export function Dialog({ title, onClose, wide, beside, children }: DialogProps) {
  const t = useText("shell");
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    firstControl(element)?.focus();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      data-wide={wide === true ? "" : undefined}
      data-beside={beside === true ? "" : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles["head"]}>
        <h2 className={styles["title"]} id={titleId}>
          {title}
        </h2>
        <IconButton icon="close" label={t("close")} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

/** Where typing begins: the field that says so, the first one, or what goes on. */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  const wanted = ["[data-first]", "input, select, textarea", "[type=submit]"];
  return wanted.reduce<HTMLElement | null>(
    (found, selector) => found ?? dialog.querySelector<HTMLElement>(selector),
    null,
  );
}

type FormDialogProps = DialogProps & {
  onSubmit: () => void;
  submit: string;
  look?: "primary" | "danger";
  busy: boolean;
  locked?: string | null;
  /** What belongs to no field. */
  refusal?: string | undefined;
};

/** A dialog with one form and its buttons. */
export function FormDialog(props: FormDialogProps) {
  const t = useText("shell");
  const { onSubmit, submit, look = "primary", busy, locked, refusal, children, ...dialog } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && (locked === null || locked === undefined)) onSubmit();
  };
  return (
    <Dialog {...dialog}>
      <form className={styles["form"]} noValidate onSubmit={send}>
        <div className={styles["body"]}>{children}</div>
        <footer className={styles["foot"]}>
          <p className={styles["refusal"]} role="alert">
            {refusal}
          </p>
          <Button onClick={dialog.onClose}>{t("cancel")}</Button>
          <Button type="submit" look={look} busy={busy} locked={locked}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles["body"]}>{children}</div>;
}

/** Nothing in it can be reached by Tab, so it is itself: the arrows move it where it is long. */
export function ReadingBody({ children }: { children: ReactNode }) {
  return (
    <div className={styles["body"]} tabIndex={0}>
      {children}
    </div>
  );
}
