import { createContext, useContext, useState, type ReactNode } from "react";
import styles from "./list-frame.module.css";

/** Where the tools of the list inside stand; null outside of a frame. */
const ToolsPlace = createContext<HTMLElement | null>(null);

export function useToolsPlace(): HTMLElement | null {
  return useContext(ToolsPlace);
}

/** A raised list that scrolls inside itself: filters and the list's tools on top, the table, what comes after it. */
export function ListFrame(props: {
  filters?: ReactNode;
  /** Where the list inside brings none of its own. */
  tools?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div className={styles["frame"]}>
      <div className={styles["bar"]}>
        {props.filters !== undefined && <div className={styles["filters"]}>{props.filters}</div>}
        <div ref={setPlace} className={styles["tools"]}>
          {props.tools}
        </div>
      </div>
      <div className={styles["scroll"]} tabIndex={0} role="group">
        <ToolsPlace.Provider value={place}>{props.children}</ToolsPlace.Provider>
      </div>
      {props.foot !== undefined && <div className={styles["foot"]}>{props.foot}</div>}
    </div>
  );
}
