import { config } from "../../../shared/config.ts";
import styles from "./login.module.css";

/** The app's own mark costs no request; a site that configures another logo shows that one. */
export function SiteLogo() {
  const logo = config("logo");
  const title = config("title");
  return (
    <div className={styles["logo"]}>
      {logo === "" || logo === "/logo.svg" ? (
        <Mark />
      ) : (
        <img src={logo} alt="" width="44" height="44" />
      )}
      <span>{title}</span>
    </div>
  );
}

/** 三: three strokes that step like prices, and the seal's red dot where a quote is live. */
function Mark() {
  return (
    <svg width="44" height="44" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="18" fill="var(--mark)" />
      <path d="M18 20h22M22 32h20M14 45h36" stroke="#fff" strokeWidth="5.5" strokeLinecap="round" />
      <circle cx="48" cy="20" r="4" fill="var(--mark-dot)" />
    </svg>
  );
}
