import { Sheet } from "@sanshi/ui";
import formStyles from "./form.module.css";
import { useRefusedRule } from "./refused-rule.ts";
import { RuleWhy } from "./rule-why.tsx";
import { refusalText, ruleWords, useText } from "./text.ts";

/** In the place of a toast, where a rule refused: the sentence, and which rule it was. */
export default function RefusedRuleSheet() {
  const shell = useText("shell");
  const { refusal = null } = useRefusedRule();
  const close = () => useRefusedRule.setState({ refusal: null });
  return (
    <Sheet
      open={refusal !== null}
      onClose={close}
      title={ruleWords()?.why.refused ?? ""}
      closeLabel={shell("close")}
    >
      {refusal !== null && (
        <div className={formStyles["fields"]}>
          <p role="alert" className={formStyles["lead"]}>
            {refusalText(refusal)}
          </p>
          <RuleWhy refusal={refusal} />
        </div>
      )}
    </Sheet>
  );
}
