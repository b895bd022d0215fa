import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Screen } from "../../../shared/screen.tsx";
import styles from "./login.module.css";

type LoginFrameProps = { title: string; lead: string; children: ReactNode };

/** The forms around the account: a title that says what is asked, one line, the form. */
export function LoginFrame({ title, lead, children }: LoginFrameProps) {
  return (
    <Screen title={title} heading={null}>
      <div className={styles["frame"]}>
        <h1 className={styles["title"]}>{title}</h1>
        <p className={styles["titleLead"]}>{lead}</p>
        {children}
      </div>
    </Screen>
  );
}

type LoginFormProps = {
  /** Gets the form to look for the first field that is wrong. */
  onSubmit: (form: HTMLFormElement) => Promise<unknown>;
  children: ReactNode;
};

export function LoginForm({ onSubmit, children }: LoginFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = element.current;
    form?.addEventListener("keydown", goOnWithEnter);
    return () => form?.removeEventListener("keydown", goOnWithEnter);
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit(event.currentTarget);
  };
  return (
    <form ref={element} className={styles["form"]} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** The keyboard's own key leads to the next field that is empty, and sends the form where none is. */
function goOnWithEnter(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
  const fields = [...(target.form?.querySelectorAll("input") ?? [])].filter(
    ({ type }) => type !== "checkbox",
  );
  const next = fields.slice(fields.indexOf(target) + 1).find(({ value }) => value === "");
  if (target.value === "" || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** What belongs to no field, above the button. */
export function FormRefusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles["formRefusal"]}>
      {text}
    </div>
  );
}
