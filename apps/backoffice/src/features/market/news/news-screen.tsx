import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
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
import { ArticleBadge } from "./article-badge.tsx";
import { ArticleDialog, type Article } from "./article-dialog.tsx";
import { ArticlePane } from "./article-pane.tsx";

/** The broker's own articles among the customers' news: written, looked at, published, withdrawn. */
export default function NewsScreen() {
  const t = useText("newsEditor");
  const navigate = useNavigate();
  const { id = null } = useParams();
  const pages = usePages("/api/ops/news", { limit: "50" });
  const shown = pages.rows.find((row) => row.id === id) ?? null;
  const open = (to: string | null) =>
    void navigate(to === null ? paths.news : paths.article(to), { replace: id !== null });
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
              href={(row) => link(paths.article(row.id))}
              onOpen={(row) => open(row.id)}
              cursor={id}
              narrow={shown !== null}
              empty={t("empty")}
            />
          </ListFrame>
        }
        detail={
          shown === null ? null : (
            <ArticlePane key={shown.id} article={shown} onClose={() => open(null)} />
          )
        }
      />
    </Workbench>
  );
}

function NewButton() {
  const t = useText("newsEditor");
  const shell = useText("shell");
  const lock = useLock()("write_news");
  const [open, setOpen] = useState(false);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <>
      <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
        {t("new")}
      </Button>
      {open && <ArticleDialog article={null} onClose={() => setOpen(false)} />}
    </>
  );
}

function useColumns(): Column<Article>[] {
  const t = useText("newsEditor");
  const words = useText("words");
  return [
    {
      key: "title",
      head: t("text_title"),
      grow: true,
      cell: (row) => inLanguage(row.texts).title,
    },
    {
      key: "market",
      head: t("market"),
      cell: (row) => (row.type === null ? t("every_market") : words(`market_${row.type}`)),
    },
    { key: "state", head: t("state"), cell: (row) => <ArticleBadge state={row.state} /> },
    { key: "updated", head: t("updated"), wide: true, cell: (row) => <At iso={row.updated_at} /> },
    {
      key: "published",
      head: t("published_at"),
      wide: true,
      cell: (row) => <At iso={row.published_at} />,
    },
    {
      key: "by",
      head: t("written_by"),
      wide: true,
      clip: true,
      cell: (row) => row.written_by ?? t("written_by_feed"),
    },
  ];
}
