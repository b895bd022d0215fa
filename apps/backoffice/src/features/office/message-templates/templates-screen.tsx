import { templatePlaces, type TemplatePlace } from "@sanshi/contract/constants";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { SelectField } from "../../../shared/kit/fields.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import { TemplateForm, WithdrawTemplate } from "./template-form.tsx";

type Template = Output<"/api/ops/message-templates">["templates"][number];

/** What operators can send to customers without a second one, by place. */
export default function TemplatesScreen() {
  const t = useText("templates");
  const lock = useLock()("write_announcements");
  const [place, setPlace] = useState<TemplatePlace | "all">("all");
  const [isNew, setNew] = useState(false);
  const asked = useCall("/api/ops/message-templates", place === "all" ? {} : { place });
  return (
    <Page
      title={t("title")}
      actions={
        <Button look="primary" icon="plus" locked={lock} onClick={() => setNew(true)}>
          {t("new")}
        </Button>
      }
    >
      <SelectField
        label={t("place")}
        value={place}
        onChange={setPlace}
        options={[
          { value: "all" as const, label: t("all_places") },
          ...templatePlaces.map((value) => ({ value, label: t(`place_${value}`) })),
        ]}
      />
      {asked.data === undefined && asked.isError && (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data === undefined && !asked.isError && <SkeletonTable />}
      {asked.data?.templates.map((template) => (
        <Shown key={template.id} template={template} lock={lock} />
      ))}
      {asked.data?.templates.length === 0 && <p>{t("none")}</p>}
      {isNew && <TemplateForm before={null} onClose={() => setNew(false)} />}
    </Page>
  );
}

function Shown({ template, lock }: { template: Template; lock: string | null }) {
  const t = useText("templates");
  const [open, setOpen] = useState<"change" | "withdraw" | null>(null);
  const { title, body } = inLanguage(template.texts);
  const fields = template.fields.map((field) => wordFor("words", "field_", field)).join(", ");
  return (
    <Panel
      title={title}
      aside={
        <>
          <Button look="plain" locked={lock} onClick={() => setOpen("change")}>
            {t("change")}
          </Button>
          <Button look="plain" locked={lock} onClick={() => setOpen("withdraw")}>
            {t("withdraw")}
          </Button>
        </>
      }
    >
      <p>{body}</p>
      <p className="muted">
        <Badge tone="active">{t(`place_${template.place}`)}</Badge>{" "}
        {t(template.of_release ? "of_release" : "of_operators")}
        {fields !== "" && <> · {t("fields", { fields })}</>}
      </p>
      {open === "change" && <TemplateForm before={template} onClose={() => setOpen(null)} />}
      {open === "withdraw" && <WithdrawTemplate before={template} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
