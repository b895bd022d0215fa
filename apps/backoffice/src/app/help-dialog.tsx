import { useAllShortcuts, type Shortcut } from "../shared/keys.ts";
import { Dialog, ReadingBody } from "../shared/kit/dialog.tsx";
import { Keys } from "../shared/kit/keys.tsx";
import { useText } from "../shared/text.ts";
import styles from "./help-dialog.module.css";

/** Every shortcut that works on the screen behind it. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText("shell");
  const groups = useAllShortcuts();
  return (
    <Dialog title={t("shortcuts")} onClose={onClose} wide>
      <ReadingBody>
        <div className={styles["groups"]}>
          {groups.map(({ name, shortcuts }) => (
            <section key={name} className={styles["group"]}>
              <h3>{name}</h3>
              <dl>
                {byLabel(shortcuts).map(({ label, keys }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((one) => (
                        <Keys key={one} keys={one} />
                      ))}
                      <span className="visually-hidden">{keys.join(", ")}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </ReadingBody>
    </Dialog>
  );
}

/** What several keys do stands there once. */
function byLabel(shortcuts: readonly Shortcut[]): { label: string; keys: readonly string[] }[] {
  const labels = [...new Set(shortcuts.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    keys: shortcuts.filter((one) => one.label === label).map(({ keys }) => keys),
  }));
}
