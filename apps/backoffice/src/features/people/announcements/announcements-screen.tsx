import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { Split } from "../../../shared/kit/split.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { inLanguage } from "@sanshi/web/language";
import { useListKeys } from "../../../shared/list-keys.ts";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { AnnouncementDialog } from "./announcement-dialog.tsx";
import { AnnouncementPane, type Announcement } from "./announcement-pane.tsx";

/** What customers were told, to whom, and how far it has come. */
export default function AnnouncementsScreen() {
  const t = useText("announcements");
  const navigate = useNavigate();
  const { id = null } = useParams();
  const pages = usePages("/api/ops/announcements", { limit: "50" });
  const shown = pages.rows.find((row) => row.id === id) ?? null;
  const open = (to: string | null) =>
    void navigate(to === null ? paths.announcements : paths.announcement(to), {
      replace: id !== null,
    });
  useListKeys({
    keys: pages.rows.map((row) => row.id),
    cursor: id,
    onMove: open,
    onOpen: open,
    onBack: id === null ? null : () => open(null),
  });
  return (
    <Workbench title={t("title")} actions={<NewButton />}>
      <Split
        list={
          <ListFrame>
            <PagedList
              name={t("title")}
              pages={pages}
              columns={useColumns()}
              rowKey={(row) => row.id}
              href={(row) => link(paths.announcement(row.id))}
              onOpen={(row) => open(row.id)}
              cursor={id}
              narrow={shown !== null}
              empty={t("empty")}
            />
          </ListFrame>
        }
        detail={
          shown === null ? null : (
            <AnnouncementPane announcement={shown} onClose={() => open(null)} />
          )
        }
      />
    </Workbench>
  );
}

function NewButton() {
  const t = useText("announcements");
  const shell = useText("shell");
  const lock = useLock()("write_announcements");
  const [open, setOpen] = useState(false);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <>
      <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
        {t("new")}
      </Button>
      {open && <AnnouncementDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function useColumns(): Column<Announcement>[] {
  const t = useText("announcements");
  return [
    {
      key: "title",
      head: t("text_title"),
      grow: true,
      cell: (row) => inLanguage(row.texts).title,
    },
    { key: "audience", head: t("audience"), cell: (row) => t(`to_${row.audience}`) },
    {
      key: "delivered",
      head: t("delivered"),
      end: true,
      cell: (row) => `${row.delivered} / ${row.recipients}`,
    },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.finished_at === null ? (
          <Badge tone="active">{t("sending")}</Badge>
        ) : (
          <Badge tone="good">{t("sent")}</Badge>
        ),
    },
    { key: "at", head: t("written_at"), wide: true, cell: (row) => <At iso={row.written_at} /> },
    { key: "by", head: t("written_by"), wide: true, clip: true, cell: (row) => row.written_by },
  ];
}
