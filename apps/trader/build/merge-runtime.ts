import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/**
 * The bundler puts half a kilobyte of helpers into a file of its own, which every page would have
 * to ask for. They move into the core, which every page has; whoever imported them imports the core.
 */
export function mergeRuntime(bundle: Bundle): void {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
  const runtime = chunks.find((chunk) => chunk.name === "rolldown-runtime");
  const core = chunks.find((chunk) => chunk.name === "core");
  if (runtime === undefined) return;
  if (core === undefined) throw new Error("No core chunk to take the bundler's helpers");
  const cycle = core.imports.find((name) => name !== runtime.fileName);
  if (cycle !== undefined) throw new Error(`The core imports ${cycle}, which waits for the core`);
  delete bundle[runtime.fileName];
  for (const chunk of chunks) redirectImports(chunk, runtime, core);
  core.code = runtimeDeclaration(runtime) + core.code;
}

function redirectImports(chunk: Chunk, runtime: Chunk, core: Chunk): void {
  const file = baseName(runtime).replaceAll(".", "\\.");
  const statement = new RegExp(`import\\{([^}]*)\\}from(["'])\\./${file}\\2;?`, "g");
  chunk.code = chunk.code.replace(statement, (_, list: string) => {
    const names = list.split(",").map((part) => part.split(" as "));
    if (chunk === core) {
      return names.map(([name, local = name]) => `const ${local}=runtime_${name};`).join("");
    }
    const renamed = names.map(([name, local = name]) => `runtime_${name} as ${local}`);
    return `import{${renamed.join()}}from"./${baseName(core)}";`;
  });
  if (chunk.code.includes(`./${baseName(runtime)}`)) {
    throw new Error(`${chunk.fileName} imports the bundler's helpers in a way that is not known`);
  }
  chunk.code = chunk.code.replaceAll(`"${runtime.fileName}"`, `"${core.fileName}"`);
  const others = chunk.imports.filter((name) => name !== runtime.fileName);
  const hadRuntime = others.length < chunk.imports.length;
  chunk.imports = hadRuntime && chunk !== core ? [...new Set([...others, core.fileName])] : others;
}

/** The helpers as constants of the core: their own names stay inside a function. */
function runtimeDeclaration(runtime: Chunk): string {
  const exported = /export\{([^}]*)\};?\s*$/.exec(runtime.code);
  if (exported?.[1] === undefined) throw new Error("The bundler's helpers export nothing");
  const pairs = exported[1].split(",").map((part) => part.split(" as "));
  const body = runtime.code.slice(0, exported.index);
  const values = pairs.map(([local, name = local]) => `${name}:${local}`).join();
  const names = pairs.map(([local, name = local]) => `runtime_${name}`);
  const constants = pairs.map(([local, name = local]) => `${name}:runtime_${name}`).join();
  return `const{${constants}}=(()=>{${body};return{${values}}})();export{${names.join()}};`;
}

function baseName(chunk: Chunk): string {
  return chunk.fileName.replace(/^.*\//, "");
}
