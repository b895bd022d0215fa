/** Every component's styles, for an app that wants them before the components themselves. */
import "./amount.module.css";
import "./button.module.css";
import "./change.module.css";
import "./empty-state.module.css";
import "./field.module.css";
import "./fitted.module.css";
import "./flashing-price.module.css";
import "./list-row.module.css";
import "./pull-to-refresh.module.css";
import "./segmented-control.module.css";
import "./sheet.module.css";
import "./skeleton.module.css";
import "./skip-link.module.css";
