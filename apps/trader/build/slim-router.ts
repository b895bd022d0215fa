import type { Plugin } from "vite";

/**
 * React Router's own links, forms and fetchers, a tenth of its size each, stay in a bundle that uses none of
 * them: a name is written to them, and `forwardRef` could do anything, as far as a bundler knows. This says that
 * it does not.
 */
export function slimRouter(): Plugin {
  return {
    name: "sanshi-slim-router",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.js$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, "")
          .replace(/= (?=[\w$]+\.(?:forwardRef|memo|createContext)\()/g, "= /* @__PURE__ */ "),
        map: null,
      }),
    },
  };
}
