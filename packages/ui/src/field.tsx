import { useId, useState, type InputHTMLAttributes, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./field.module.css";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it, as a sentence that says what to do; read out when it appears. */
  refusal?: string | undefined;
  hint?: string | undefined;
  /** In the box, before what is typed. */
  lead?: ReactNode;
  suffix?: ReactNode;
};

export function Field(props: FieldProps) {
  const { label, value, onChange, refusal, hint, lead, suffix, ...input } = props;
  const id = useId();
  return (
    <div className={classNames(styles["field"], refusal !== undefined && styles["refused"])}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={styles["box"]}>
        {lead}
        <input
          {...input}
          id={id}
          className={styles["input"]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={refusal !== undefined}
          aria-describedby={`${id}-note`}
        />
        {suffix !== undefined && <span className={styles["suffix"]}>{suffix}</span>}
      </div>
      <FieldNote id={`${id}-note`} refusal={refusal} hint={hint} />
    </div>
  );
}

type PasswordFieldProps = FieldProps & { showLabel: string; hideLabel: string };

/** A password that can be shown; managers find it by `autoComplete` and `name`. */
export function PasswordField(props: PasswordFieldProps) {
  const {
    label,
    value,
    onChange,
    refusal,
    hint,
    showLabel,
    hideLabel,
    lead: _lead,
    suffix: _suffix,
    ...input
  } = props;
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <div className={classNames(styles["field"], refusal !== undefined && styles["refused"])}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={styles["box"]}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          type={shown ? "text" : "password"}
          className={styles["input"]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={refusal !== undefined}
          aria-describedby={`${id}-note`}
        />
        <button
          type="button"
          className={styles["reveal"]}
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      </div>
      <FieldNote id={`${id}-note`} refusal={refusal} hint={hint} />
    </div>
  );
}

type CheckFieldProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  refusal?: string | undefined;
  name?: string | undefined;
  children: ReactNode;
};

export function CheckField({ checked, onChange, refusal, name, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label className={styles["check"]}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-invalid={refusal !== undefined}
          aria-describedby={`${id}-note`}
        />
        <span>{children}</span>
      </label>
      <FieldNote id={`${id}-note`} refusal={refusal} hint={undefined} />
    </div>
  );
}

type FieldNoteProps = { id: string; refusal: string | undefined; hint: string | undefined };

function FieldNote({ id, refusal, hint }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite">
      {refusal !== undefined && (
        <p className={styles["refusal"]}>
          <Icon name="alert" size={16} />
          {refusal}
        </p>
      )}
      {refusal === undefined && hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
    </div>
  );
}
