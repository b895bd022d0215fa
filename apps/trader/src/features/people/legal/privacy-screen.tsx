import { LegalDocument } from "./legal-document.tsx";
import { useLegalTexts } from "./legal-texts.ts";

/** /mine/privacy */
export default function PrivacyScreen() {
  return <LegalDocument {...useLegalTexts().privacy} />;
}
