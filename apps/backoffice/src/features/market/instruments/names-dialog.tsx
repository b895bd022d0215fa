import { searchTermsMax } from "@sanshi/contract/constants";
import { sectorKeys, type SectorKey } from "@sanshi/contract/sectors";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { inLanguage } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { readTerms, showTerms, trimNames, unnamed, type NamingDraft } from "./instrument-draft.ts";
import type { Instrument } from "./columns.tsx";
import { NamingFields, type NamingField } from "./naming-fields.tsx";

type NamesDialogProps = { instrument: Instrument; onClose: () => void };
type Naming = Pick<Instrument, "search_terms" | "sector"> & { names: NamingDraft["names"] };

/** What a stock is called, what else finds it, and its industry: by two operators. */
export function NamesDialog({ instrument, onClose }: NamesDialogProps) {
  const t = useText("instruments");
  const { type, code, feed, search_terms, sector } = instrument;
  const names = instrument.names ?? { jp: code, cn: code, us: code };
  const [draft, setDraft] = useState(draftOf({ names, search_terms, sector }));
  const { busy, refused, setRefused, submit } = useForm<NamingField>();
  const save = () => {
    const terms = readTerms(draft.terms);
    if (unnamed(draft).length > 0) return setRefused({ names: t("name_needed") });
    if (terms.length > searchTermsMax) {
      return setRefused({ search_terms: t("search_terms_many", { max: searchTermsMax }) });
    }
    return submit({
      send: () =>
        send("/api/ops/instruments/names", {
          type,
          code,
          names: trimNames(draft.names),
          search_terms: terms,
          sector: draft.sector,
        }),
      fieldByCode: { instrument_name_missing: "names" },
      fields: ["names", "search_terms", "sector"],
      done: async ({ state }) => {
        await refresh("/api/ops/instruments", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={`${code} ${inLanguage(names)}`}
      wide
      submit={t("save")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <NamingFields
        draft={draft}
        onChange={(some) => setDraft((before) => ({ ...before, ...some }))}
        refused={refused}
      />
      {feed !== null && (
        <div>
          <Button look="plain" onClick={() => setDraft(draftOf(feed))}>
            {t("as_fed")}
          </Button>
        </div>
      )}
      <Notice tone="info">{t("names_by_two")}</Notice>
    </FormDialog>
  );
}

function draftOf({ names, search_terms, sector }: Naming): NamingDraft {
  return { names, terms: showTerms(search_terms), sector: isSectorKey(sector) ? sector : "" };
}

function isSectorKey(text: string): text is SectorKey {
  return (sectorKeys as readonly string[]).includes(text);
}
