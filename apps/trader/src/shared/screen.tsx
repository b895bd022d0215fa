import { Icon } from "@sanshi/ui";
import { createContext, useContext, useEffect, useId, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { config } from "./config.ts";
import { useText } from "./text.ts";
import { badgeText, useUnreadMessages } from "./unread-messages.ts";
import styles from "./screen.module.css";

type ScreenProps = {
  title: string;
  /** A root of the bottom menu: no way back. */
  root?: boolean;
  /** Search, messages and verification in the header. */
  quickLinks?: boolean;
  /** Instead of the plain title, for example a stock's name over its code; null: the content has it. */
  heading?: ReactNode;
  /** Buttons at the header's right. */
  actions?: ReactNode;
  children: ReactNode;
};

const InPane = createContext(false);

/** What is inside stands beside the page's own screen: a part of the page with a heading, and no page. */
export function Pane({ children }: { children: ReactNode }) {
  return <InPane value>{children}</InPane>;
}

/** The frame of every screen: a sticky header, then the content; the page itself scrolls. */
export function Screen(props: ScreenProps) {
  return useContext(InPane) ? <PaneFrame {...props} /> : <PageFrame {...props} />;
}

function PageFrame({ title, root, quickLinks, heading, actions, children }: ScreenProps) {
  useEffect(() => {
    const site = config("title");
    document.title = site === "" ? title : `${title} · ${site}`;
  }, [title]);
  return (
    <div className={styles["screen"]}>
      <header className={styles["header"]}>
        {root !== true && <BackButton />}
        {heading === null ? (
          <span className={styles["title"]} />
        ) : (
          <h1 className={root === true ? styles["rootTitle"] : styles["title"]}>
            {heading ?? title}
          </h1>
        )}
        <div className={styles["actions"]}>
          {actions}
          {quickLinks === true && <QuickLinks />}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles["content"]}>
        {children}
      </main>
    </div>
  );
}

function PaneFrame({ title, actions, children }: ScreenProps) {
  const id = useId();
  return (
    <section className={styles["screen"]} aria-labelledby={id}>
      <div className={styles["paneHead"]}>
        <h2 className={styles["title"]} id={id}>
          {title}
        </h2>
        <div className={styles["actions"]}>{actions}</div>
      </div>
      <div className={styles["content"]}>{children}</div>
    </section>
  );
}

/** Back in the history of this app; falls back to `/home/index`, by the specification. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  return () => {
    if (location.key === "default") void navigate("/home/index", { replace: true });
    else void navigate(-1);
  };
}

function BackButton() {
  const t = useText("shell");
  const back = useBack();
  return (
    <button type="button" className={styles["iconButton"]} aria-label={t("back")} onClick={back}>
      <Icon name="back" />
    </button>
  );
}

function QuickLinks() {
  const t = useText("shell");
  return (
    <nav className={styles["quick"]} aria-label={t("quick_links")}>
      <a className={styles["iconButton"]} href="#/quotes/search" aria-label={t("search")}>
        <Icon name="search" />
      </a>
      <MessagesLink />
      <a className={styles["iconButton"]} href="#/mine/verified" aria-label={t("verification")}>
        <Icon name="shield" />
      </a>
    </nav>
  );
}

function MessagesLink() {
  const t = useText("shell");
  const unread = useUnreadMessages();
  return (
    <a
      className={styles["iconButton"]}
      href="#/mine/message"
      aria-label={unread === 0 ? t("messages") : t("messages_unread", { count: unread })}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles["badge"]} aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </a>
  );
}
