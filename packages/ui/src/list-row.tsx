import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./list-row.module.css";

type ListRowProps = {
  leading?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** The figure at the right edge, and the smaller one under it. */
  value?: ReactNode;
  detail?: ReactNode;
  /** Where it goes (`#/quotes/info?…`), or what it does. */
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  external?: boolean | undefined;
  /** Shows the arrow of a menu. */
  chevron?: boolean | undefined;
};

/** One row of a list or a menu, at least 56 pixels high. */
export function ListRow(props: ListRowProps) {
  const { href, onPress, external } = props;
  if (href !== undefined) {
    const target = external === true ? { target: "_blank", rel: "noreferrer" } : {};
    return (
      <a className={styles["row"]} href={href} onClick={onPress} {...target}>
        <Content {...props} />
      </a>
    );
  }
  if (onPress !== undefined) {
    return (
      <button type="button" className={styles["row"]} onClick={onPress}>
        <Content {...props} />
      </button>
    );
  }
  return (
    <div className={styles["row"]}>
      <Content {...props} />
    </div>
  );
}

function Content({ leading, title, subtitle, value, detail, chevron }: ListRowProps) {
  return (
    <>
      {leading !== undefined && <span className={styles["leading"]}>{leading}</span>}
      <span className={styles["main"]}>
        <span className={styles["title"]}>{title}</span>
        {subtitle !== undefined && <span className={styles["subtitle"]}>{subtitle}</span>}
      </span>
      {(value !== undefined || detail !== undefined) && (
        <span className={styles["trailing"]}>
          {value !== undefined && <span>{value}</span>}
          {detail !== undefined && <span className={styles["detail"]}>{detail}</span>}
        </span>
      )}
      {chevron === true && (
        <span className={styles["chevron"]}>
          <Icon name="chevron" size={18} />
        </span>
      )}
    </>
  );
}
