import styles from "./skeleton.module.css";

type SkeletonProps = { width?: string | undefined; height?: string | undefined };

/** A grey stand-in of the final shape. */
export function Skeleton({ width = "100%", height = "1rem" }: SkeletonProps) {
  return <span className={styles["bone"]} style={{ width, height }} aria-hidden="true" />;
}

/** Stand-ins for list rows: two lines left, two lines right, 64 pixels high. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className={styles["rows"]} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles["row"]}>
          <span className={styles["side"]}>
            <Skeleton width={`${7 + (index % 3) * 1.5}rem`} />
            <Skeleton width="3.5rem" height="0.75rem" />
          </span>
          <span className={styles["side"]}>
            <Skeleton width="5rem" />
            <Skeleton width="3.5rem" height="0.75rem" />
          </span>
        </div>
      ))}
    </div>
  );
}
