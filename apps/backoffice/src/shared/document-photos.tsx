import { Skeleton } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { fetchFile } from "./api.ts";
import { Button } from "./kit/button.tsx";
import { Notice } from "./kit/panel.tsx";
import { PhotoViewer } from "./kit/photo-viewer.tsx";
import { useShortcuts } from "./keys.ts";
import { useLock } from "./may.ts";
import { refusalText, useText } from "./text.ts";
import { toast } from "./toast.ts";

type DocumentPhoto = { id: string; name: string };

/**
 * Photos of a case. That somebody looks is written down and the customer reads it, so they are shown
 * when they are asked for, and not because the keyboard came by.
 */
export function DocumentPhotos({ photos }: { photos: readonly DocumentPhoto[] }) {
  const t = useText("documents");
  const shell = useText("shell");
  const lock = useLock()("view_documents");
  const [shown, setShown] = useState(false);
  const show = () => (lock === null ? setShown(true) : toast(lock));
  useShortcuts(shell("shortcuts_entry"), [{ keys: "v", label: t("show"), run: show }]);
  if (!shown) {
    return (
      <Notice tone="info">
        <p>{t("looking_is_recorded")}</p>
        <Button icon="eye" keys="v" locked={lock} onClick={show}>
          {t("show")}
        </Button>
      </Notice>
    );
  }
  return photos.map((photo) => <Photo key={photo.id} photo={photo} />);
}

type Loaded = { source: string } | { refused: string };

function Photo({ photo }: { photo: DocumentPhoto }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let source: string | undefined;
    void fetchFile(`/api/ops/documents/${photo.id}`, leaving.signal).then((asked) => {
      if (leaving.signal.aborted) return;
      if (asked.ok) source = URL.createObjectURL(asked.data);
      setLoaded(asked.ok ? { source: source ?? "" } : { refused: refusalText(asked.refusal) });
    });
    return () => {
      leaving.abort();
      if (source !== undefined) URL.revokeObjectURL(source);
    };
  }, [photo.id]);
  if (loaded === null) return <Skeleton height="24rem" />;
  if ("refused" in loaded) return <Notice tone="bad">{loaded.refused}</Notice>;
  return <PhotoViewer source={loaded.source} name={photo.name} />;
}
