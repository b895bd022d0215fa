import { classNames, Icon } from "@sanshi/ui";
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from "react";
import styles from "./fields.module.css";

type Shape = {
  label: string;
  /** What is wrong with it, as a sentence that says what to do; read out when it appears. */
  refusal?: string | undefined;
  hint?: ReactNode;
};
type Valued = { value: string; onChange: (value: string) => void };

type TextFieldProps = Shape &
  Valued &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & { suffix?: ReactNode };

export function TextField({ label, refusal, hint, value, onChange, ...more }: TextFieldProps) {
  const { suffix, className, ...input } = more;
  return (
    <Framed label={label} refusal={refusal} hint={hint} className={className}>
      {(named) => (
        <span className={styles["box"]}>
          <input
            autoComplete="off"
            {...input}
            {...named}
            className={styles["input"]}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {suffix !== undefined && <span className={styles["suffix"]}>{suffix}</span>}
        </span>
      )}
    </Framed>
  );
}

type PasswordFieldProps = TextFieldProps & { showLabel: string; hideLabel: string };

/** A password that can be shown; managers find it by `autoComplete` and `name`. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const name = shown ? hideLabel : showLabel;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      suffix={
        <button
          type="button"
          className={styles["reveal"]}
          aria-label={name}
          data-tip={name}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} size={18} />
        </button>
      }
    />
  );
}

type TextAreaProps = Shape &
  Valued &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value">;

export function TextArea({ label, refusal, hint, value, onChange, ...more }: TextAreaProps) {
  const { className, ...area } = more;
  return (
    <Framed label={label} refusal={refusal} hint={hint} className={className}>
      {(named) => (
        <textarea
          rows={3}
          {...area}
          {...named}
          className={styles["area"]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Framed>
  );
}

type FileFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "type"> & {
  label: string;
  /** Null where a choice was cancelled. */
  onChoose: (file: File | null) => void;
};

/** The browser's own control, which names what was chosen. */
export function FileField({ label, onChoose, ...input }: FileFieldProps) {
  return (
    <label className={styles["file"]}>
      {label}
      <input
        {...input}
        type="file"
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

export type Option<Value extends string = string> = { value: Value; label: string };

type SelectFieldProps<Value extends string> = Shape & {
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** Stands there until something is chosen. */
  placeholder?: string | undefined;
  className?: string | undefined;
  name?: string | undefined;
};

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, refusal, hint, value, onChange, options, placeholder, className, name } = props;
  return (
    <Framed label={label} refusal={refusal} hint={hint} className={className}>
      {(named) => (
        <span className={styles["box"]}>
          <select
            {...named}
            name={name}
            className={styles["select"]}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value as Value)}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles["arrow"]}>
            <Icon name="down" size={14} />
          </span>
        </span>
      )}
    </Framed>
  );
}

type CheckFieldProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  refusal?: string | undefined;
  children: ReactNode;
};

export function CheckField({ checked, onChange, refusal, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label className={styles["check"]}>
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-invalid={refusal !== undefined}
          aria-describedby={`${id}-note`}
        />
        <span>{children}</span>
      </label>
      <Note id={`${id}-note`} refusal={refusal} hint={undefined} />
    </div>
  );
}

type Named = { id: string; "aria-invalid": boolean; "aria-describedby": string };

function Framed(
  props: Shape & { className?: string | undefined; children: (named: Named) => ReactNode },
) {
  const id = useId();
  const { label, refusal, hint, className, children } = props;
  const isRefused = refusal !== undefined;
  return (
    <div className={classNames(styles["field"], isRefused && styles["refused"], className)}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-invalid": isRefused, "aria-describedby": `${id}-note` })}
      <Note id={`${id}-note`} refusal={refusal} hint={hint} />
    </div>
  );
}

function Note({ id, refusal, hint }: { id: string; refusal: string | undefined; hint: ReactNode }) {
  return (
    <div id={id} aria-live="polite">
      {refusal !== undefined && <p className={styles["refusal"]}>{refusal}</p>}
      {refusal === undefined && hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
    </div>
  );
}
