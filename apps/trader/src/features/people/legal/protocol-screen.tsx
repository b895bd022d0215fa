import { LegalDocument } from "./legal-document.tsx";
import { useLegalTexts } from "./legal-texts.ts";

/** /mine/protocol: the user agreement. */
export default function ProtocolScreen() {
  return <LegalDocument {...useLegalTexts().protocol} />;
}
