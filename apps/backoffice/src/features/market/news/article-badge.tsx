import { Badge, type Tone } from "../../../shared/kit/badge.tsx";
import { useText } from "../../../shared/text.ts";

type ArticleState = "draft" | "published" | "withdrawn";

const tones: Record<ArticleState, Tone> = { draft: "waits", published: "good", withdrawn: "quiet" };

export function ArticleBadge({ state }: { state: ArticleState }) {
  const t = useText("newsEditor");
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}
