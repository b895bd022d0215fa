import { lazy, Suspense } from "react";
import type { IllustrationName } from "./illustrations.tsx";
import styles from "./illustration.module.css";

const Illustrations = lazy(() => import("./illustrations.tsx"));

/** Of an empty list. All of them come in one file, once there is a list that is empty; the place is kept for it. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <Suspense fallback={<span className={styles["picture"]} />}>
      <Illustrations name={name} />
    </Suspense>
  );
}
