import { savedScreensMax, screenNameLengthMax } from "@sanshi/contract/constants";
import type { SavedScreen } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Button, Field, Icon, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { ask, toastRefusal } from "../../../../shared/api.ts";
import { refresh, useCall } from "../../../../shared/queries.ts";
import { chooseMarket } from "../../../../shared/stock-list/last-seen.ts";
import { refusalText, useText } from "../../../../shared/text.ts";
import { toast } from "../../../../shared/toast.ts";
import { isEmpty, noCriteria, presets, sameCriteria, type Preset } from "./criteria.ts";
import { openScreen, setCriteria, setOrder, useScreen } from "./screen-state.ts";
import styles from "./screener.module.css";

const presetKeys = Object.keys(presets) as Preset[];

/** The customer's own screens, and those that most people begin with; the account keeps them for every device. */
export function SavedScreens({ market }: { market: MarketKey }) {
  const t = useText("marketTools");
  const { criteria } = useScreen();
  const saved = useCall("/market/screens", {}, { quiet: true });
  const [isSaving, setSaving] = useState(false);
  const screens = saved.data ?? [];
  return (
    <>
      <div className={styles["strip"]} role="group" aria-label={t("saved_screens")}>
        {screens.map((one) => (
          <button
            key={one.name}
            type="button"
            className={styles["chip"]}
            aria-pressed={one.type === market && sameCriteria(one.criteria, criteria)}
            onClick={() => {
              chooseMarket(one.type);
              openScreen(one);
            }}
          >
            <Icon name="star" size={16} />
            {one.name}
          </button>
        ))}
        {presetKeys.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles["chip"]}
            aria-pressed={sameCriteria(presets[preset].criteria, criteria)}
            onClick={() => {
              setCriteria(presets[preset].criteria);
              setOrder(presets[preset].order);
            }}
          >
            {t(`preset_${preset}`)}
          </button>
        ))}
      </div>
      <div className={styles["actions"]}>
        <Button small look="quiet" onClick={() => setSaving(true)}>
          {t("save_or_remove")}
        </Button>
        <Button
          small
          look="plain"
          disabled={isEmpty(criteria)}
          onClick={() => setCriteria(noCriteria)}
        >
          {t("clear_criteria")}
        </Button>
      </div>
      <SaveSheet
        open={isSaving}
        market={market}
        screens={screens}
        onClose={() => setSaving(false)}
      />
    </>
  );
}

type SaveSheetProps = {
  open: boolean;
  market: MarketKey;
  screens: readonly SavedScreen[];
  onClose: () => void;
};

function SaveSheet({ open, onClose, ...rest }: SaveSheetProps) {
  const t = useText("marketTools");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("saved_screens")} closeLabel={shell("close")}>
      <SaveForm {...rest} onClose={onClose} />
      <ul className={styles["saved"]}>
        {rest.screens.map((one) => (
          <SavedRow key={one.name} screen={one} />
        ))}
      </ul>
    </Sheet>
  );
}

function SaveForm({ market, screens, onClose }: Omit<SaveSheetProps, "open">) {
  const t = useText("marketTools");
  const { criteria } = useScreen();
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (isEmpty(criteria)) return <p className={styles["hint"]}>{t("nothing_to_save")}</p>;
  const trimmed = name.trim();
  const replaces = screens.some((one) => one.name === trimmed);
  const save = async () => {
    setBusy(true);
    const asked = await ask("/market/save-screen", { ...criteria, name: trimmed, type: market });
    setBusy(false);
    if (!asked.ok) return setRefusal(refusalText(asked.refusal));
    void refresh("/market/screens");
    toast(t("screen_saved", { name: trimmed }));
    onClose();
  };
  return (
    <form
      className={styles["sheet"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "" && !busy) void save();
      }}
    >
      <Field
        label={t("screen_name")}
        value={name}
        maxLength={screenNameLengthMax}
        autoComplete="off"
        onChange={(text) => {
          setName(text);
          setRefusal(undefined);
        }}
        refusal={refusal}
        hint={t(replaces ? "screen_replaces" : "screens_kept", { max: savedScreensMax })}
      />
      <Button wide type="submit" busy={busy} disabled={trimmed === ""}>
        {t(replaces ? "replace_screen" : "save_screen")}
      </Button>
    </form>
  );
}

function SavedRow({ screen }: { screen: SavedScreen }) {
  const t = useText("marketTools");
  const shell = useText("shell");
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const asked = await ask("/market/unsave-screen", { name: screen.name });
    setBusy(false);
    if (!asked.ok) return toastRefusal(asked.refusal);
    await refresh("/market/screens");
  };
  return (
    <li>
      <span>
        {screen.name}
        <small>{shell(`market_${screen.type}`)}</small>
      </span>
      <Button
        small
        look="plain"
        busy={busy}
        aria-label={t("remove_screen", { name: screen.name })}
        onClick={() => void remove()}
      >
        {t("remove")}
      </Button>
    </li>
  );
}
