/** The styles of the components that stand on a form before anybody has signed in. */
import "./button.module.css";
import "./empty-state.module.css";
import "./field.module.css";
