import { Icon } from "@sanshi/ui";
import { NavLink } from "react-router";
import { useLock } from "../shared/may.ts";
import { useMe } from "../shared/session.ts";
import { useText } from "../shared/text.ts";
import { useWaitingCounts } from "../shared/waiting.ts";
import styles from "./navigation-bar.module.css";
import { navigation, placesOf, type Place } from "./navigation.ts";

type NavigationBarProps = {
  id: string;
  /** Where there is no room for it beside the screen, it is there while somebody looks for a way. */
  open: boolean;
};

export function NavigationBar({ id, open }: NavigationBarProps) {
  const t = useText("places");
  const shell = useText("shell");
  const lock = useLock();
  const waiting = useWaitingCounts();
  const { simulated } = useMe();
  return (
    <nav
      id={id}
      className={styles["bar"]}
      data-open={open ? "" : undefined}
      tabIndex={-1}
      aria-label={shell("navigation")}
    >
      <p className={styles["brand"]}>
        <img src="logo.svg" alt="" width="26" height="26" />
        <span>
          Sanshi <small>{shell("back_office")}</small>
        </span>
      </p>
      {navigation.map((group) => (
        <div key={group.name} role="group" aria-labelledby={group.name}>
          <h2 className={styles["group"]} id={group.name}>
            {t(group.name)}
          </h2>
          <ul className={styles["list"]}>
            {placesOf(group, simulated).map((place) => (
              <li key={place.route}>
                <PlaceLink
                  place={place}
                  lock={lock(place.permission)}
                  waiting={waiting(place.name)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type PlaceLinkProps = { place: Place; lock: string | null; waiting: number };

/** What a role may not see stays in its place, with the reason; the screen says the same. */
function PlaceLink({ place, lock, waiting }: PlaceLinkProps) {
  const t = useText("places");
  const shell = useText("shell");
  const { name, route, icon } = place;
  return (
    <NavLink
      to={route}
      className={styles["place"] ?? ""}
      data-locked={lock === null ? undefined : ""}
      data-tip={lock ?? undefined}
    >
      <Icon name={icon} size={17} />
      <span className={styles["name"]}>{t(name)}</span>
      {lock !== null && (
        <>
          <Icon name="lock" size={13} />
          <span className="visually-hidden">{lock}</span>
        </>
      )}
      {waiting > 0 && (
        <span className={styles["count"]}>
          {waiting}
          <span className="visually-hidden">{shell("waiting")}</span>
        </span>
      )}
    </NavLink>
  );
}
