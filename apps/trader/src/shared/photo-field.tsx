import { Icon } from "@sanshi/ui";
import { useEffect, useId, useRef, useState } from "react";
import styles from "./photo-field.module.css";
import { preparePhoto } from "./photo.ts";
import { refusalText, useText } from "./text.ts";

type PhotoFieldProps = {
  label: string;
  hint?: string;
  photo: Blob | null;
  onChange: (photo: Blob | null) => void;
  refusal?: string | undefined;
};

/** A photo from the camera or the album, shown as it will be sent. */
export function PhotoField({ label, hint, photo, onChange, refusal }: PhotoFieldProps) {
  const t = useText("shell");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const address = useAddress(photo);
  const [busy, setBusy] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    const prepared = await preparePhoto(file);
    setBusy(false);
    setUnreadable(prepared === null);
    onChange(prepared);
  };
  const wrong = unreadable ? refusalText({ code: "photo_unreadable" }) : refusal;
  return (
    <div className={styles["photo"]}>
      <p className={styles["label"]} id={`${id}-label`}>
        {label}
      </p>
      <button
        type="button"
        className={styles["frame"]}
        data-filled={address !== null}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        {address === null ? (
          <span className={styles["empty"]}>
            <Icon name="plus" size={28} />
            {busy ? t("photo_preparing") : t("photo_choose")}
          </span>
        ) : (
          <img src={address} alt={t("photo_chosen", { photo: label })} />
        )}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        tabIndex={-1}
        // The frame above it is the control.
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <div id={`${id}-note`} aria-live="polite">
        {wrong !== undefined && (
          <p className={styles["refusal"]}>
            <Icon name="alert" size={16} />
            {wrong}
          </p>
        )}
        {wrong === undefined && hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
      </div>
      {photo !== null && (
        <button type="button" className={styles["again"]} onClick={() => onChange(null)}>
          {t("photo_remove")}
        </button>
      )}
    </div>
  );
}

/** An address under which the browser shows it; given back when it is shown no more. */
function useAddress(photo: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (photo === null) {
      setAddress(null);
      return undefined;
    }
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return address;
}
