import type { Output } from "../../../shared/calls.ts";
import { useState } from "react";
import { Facts } from "../../../shared/kit/panel.tsx";
import { Pane } from "../../../shared/kit/pane.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { At } from "../../../shared/kit/time.tsx";
import {
  inLanguage,
  language,
  languageNames,
  languages,
  type Language,
} from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { TextPreview } from "../../../shared/texts-editor.tsx";

export type Announcement = Output<"/api/ops/announcements">["items"][number];

type AnnouncementPaneProps = { announcement: Announcement; onClose: () => void };

export function AnnouncementPane({ announcement, onClose }: AnnouncementPaneProps) {
  const t = useText("announcements");
  const [shown, setShown] = useState<Language>(language());
  const { texts, audience, recipients, delivered, written_by, written_at, finished_at } =
    announcement;
  return (
    <Pane title={inLanguage(texts).title} onClose={onClose}>
      <Facts
        facts={[
          { name: t("audience"), value: t(`to_${audience}`) },
          { name: t("delivered"), value: `${delivered} / ${recipients}` },
          { name: t("written_by"), value: written_by },
          { name: t("written_at"), value: <At iso={written_at} /> },
          { name: t("finished_at"), value: <At iso={finished_at} /> },
        ]}
      />
      <TabBar
        label={t("language")}
        value={shown}
        onChange={setShown}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <TextPreview texts={texts} shown={shown} />
    </Pane>
  );
}
