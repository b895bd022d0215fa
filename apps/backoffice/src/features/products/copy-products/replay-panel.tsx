import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import type { Output } from "../../../shared/calls.ts";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

type Figure = Output<"/api/ops/copy-products/:id/replay">["figures"][number];
type Valuation = Output<"/api/ops/copy-products/:id/valuations">["items"][number];
type ReplayProps = { id: string; valuation: Valuation; onBack: () => void };

/** A valuation once more, from fills, postings and followings, beside what was kept of it. */
export function ReplayPanel({ id, valuation, onBack }: ReplayProps) {
  const t = useText("copyProducts");
  const { number, positions } = valuation;
  const replay = useCall("/api/ops/copy-products/:id/replay", { id, number: String(number) });
  const columns: Column<Figure>[] = [
    {
      key: "figure",
      head: t("figure"),
      cell: ({ figure, of }) =>
        of === null ? t(`replay_${figure}`) : `${t(`replay_${figure}`)}: ${of}`,
    },
    { key: "kept", head: t("kept"), end: true, cell: ({ kept }) => kept },
    { key: "found", head: t("recomputed"), end: true, cell: ({ found }) => found },
    {
      key: "equal",
      head: t("replays"),
      cell: ({ equal }) => <Badge tone={equal ? "quiet" : "bad"}>{t(equal ? "yes" : "no")}</Badge>,
    },
  ];
  return (
    <>
      <Notice tone="info">{t("replay_note")}</Notice>
      {replay.error !== null && <Notice tone="bad">{replay.error.message}</Notice>}
      {replay.data !== undefined && (
        <>
          <Notice tone={replay.data.equal ? "info" : "bad"}>
            {t(replay.data.equal ? "replay_equal" : "replay_differs", { number: String(number) })}
          </Notice>
          <ListFiles
            list="/api/ops/copy-products/:id/replay#figures"
            filter={new URLSearchParams({ id, number: String(number) }).toString()}
          />
          <DataTable
            name={t("recompute")}
            columns={columns}
            rows={replay.data.figures}
            rowKey={({ figure, of }) => `${figure} ${of ?? ""}`}
          />
        </>
      )}
      {positions.length > 0 && (
        <ul>
          {positions.map(({ position, code, quantity, bid, ask, feed, sequence }) => (
            <li key={position}>{t("position", { code, quantity, bid, ask, feed, sequence })}</li>
          ))}
        </ul>
      )}
      <Button onClick={onBack}>{t("back_to_valuations")}</Button>
    </>
  );
}
