import { Icon } from "@sanshi/ui";
import { useDeferredValue, useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "../shared/kit/dialog.tsx";
import { Keys } from "../shared/kit/keys.tsx";
import { useCall } from "../shared/queries.ts";
import { useMe } from "../shared/session.ts";
import { useText, wordFor } from "../shared/text.ts";
import { paths } from "./paths.ts";
import { allPlaces } from "./navigation.ts";
import styles from "./search-dialog.module.css";

const customersMax = 8;

export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useText("shell");
  return (
    <button type="button" className={styles["button"]} onClick={onOpen}>
      <Icon name="search" size={15} />
      <span>{t("search_everything")}</span>
      <Keys keys="Mod+k" />
    </button>
  );
}

type Hit = { key: string; group: string; name: string; note: string; place: string };

/** One field for customers and screens: type, arrow, Enter. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText("shell");
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const hits = useHits(text.trim());
  const at = Math.min(index, hits.length - 1);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.place);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setIndex((at + step + hits.length) % hits.length);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) open(hits[at]);
  };
  return (
    <Dialog title={t("search")} onClose={onClose}>
      <div className={styles["field"]}>
        <Icon name="search" size={18} />
        <input
          type="text"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-activedescendant={hits[at] && `${id}-${at}`}
          aria-label={t("search_everything")}
          placeholder={t("search_hint")}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div className={styles["hits"]} id={`${id}-hits`} role="listbox" aria-label={t("search")}>
        {hits.map((hit, position) => (
          <div key={hit.key} role="presentation">
            {hits[position - 1]?.group !== hit.group && (
              <p className={styles["group"]} role="presentation">
                {hit.group}
              </p>
            )}
            <div
              id={`${id}-${position}`}
              role="option"
              aria-selected={position === at}
              className={styles["hit"]}
              onPointerMove={() => setIndex(position)}
              onClick={() => open(hit)}
            >
              <span>{hit.name}</span>
              <span className={styles["note"]}>{hit.note}</span>
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && <p className={styles["none"]}>{t("search_nothing", { text })}</p>}
    </Dialog>
  );
}

function useHits(text: string): Hit[] {
  const t = useText("shell");
  const name = useText("places");
  const { simulated } = useMe();
  const asked = useDeferredValue(text);
  const looksLikeAccount = /^\d{2,10}$/.test(asked);
  const customers = useCall(
    "/api/ops/customers",
    { q: asked, limit: String(customersMax) },
    { enabled: looksLikeAccount },
  );
  const found = looksLikeAccount ? (customers.data?.items ?? []) : [];
  const wanted = text.toLowerCase();
  return [
    ...found.map(({ account, state }) => ({
      key: account,
      group: t("search_customers"),
      name: account,
      note: wordFor("words", "state_", state),
      place: paths.customer(account),
    })),
    ...allPlaces(simulated)
      .filter((place) => name(place.name).toLowerCase().includes(wanted))
      .map((place) => ({
        key: place.route,
        group: t("search_screens"),
        name: name(place.name),
        note: `g ${place.key}`,
        place: place.route,
      })),
  ];
}
