import type { ReactElement, ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  /** One of these, for what failed or is not there, or a list's own. */
  picture?: keyof typeof drawings | ReactElement | undefined;
  sentence: string;
  /** The next step: a button. */
  children?: ReactNode;
};

/** An empty list has a picture, a sentence and the next step. */
export function EmptyState({ picture = "list", sentence, children }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {typeof picture === "string" ? <Picture name={picture} /> : picture}
      <p className={styles["sentence"]}>{sentence}</p>
      {children}
    </div>
  );
}

const drawings = {
  list: "M34 22h52v52H34zM44 36h32M44 48h32M44 60h18",
  search: "M56 22a20 20 0 1 0 0 40 20 20 0 0 0 0-40zM71 57l18 18M48 42h16",
  star: "M60 20l8.5 17.5 19 2.5-14 13.5 3.5 19L60 63.5 43 72.5l3.5-19-14-13.5 19-2.5z",
  cloud: "M40 66a14 14 0 0 1 0-28 20 20 0 0 1 38-4 16 16 0 0 1 2 32zM52 48l16 12M68 48L52 60",
  check: "M40 50l14 14 28-30",
  clock: "M60 24a24 24 0 1 0 0 48 24 24 0 0 0 0-48zM60 34v15l10 6",
  road: "M50 22L30 76M70 22l20 54M60 24v8M60 42v10M60 62v12",
};

function Picture({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className={styles["picture"]} viewBox="0 0 120 96" fill="none" aria-hidden="true">
      <ellipse cx="60" cy="84" rx="44" ry="5" fill="var(--line)" />
      <circle cx="60" cy="48" r="40" fill="var(--surface-sunken)" />
      <path
        d={drawings[name]}
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="var(--surface-raised)"
      />
      <circle cx="94" cy="24" r="5" fill="var(--seal)" />
    </svg>
  );
}
