import { isNode, isSet, nodesIn, numberIn, type Tree, type TreeNode } from "./node-tree.ts";

/** What the catalogue says of tables and functions. */
export interface Catalogue {
  /** By `relid.attnum`: the columns as `table.column` whose values it has, and whether it is NOT NULL. */
  readonly columns: ReadonlyMap<
    string,
    { readonly origins: readonly string[]; readonly isNotNull: boolean }
  >;
  /** By `table.column`: the only values that a CHECK lets in. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** By their numbers. */
  readonly functions: ReadonlyMap<string, string>;
}

/** What can be said of an expression's value. */
export interface Known {
  readonly canBeNull: boolean;
  /** The columns of tables, `table.column`, whose values it passes on as they are. */
  readonly origins: readonly string[];
}

export interface ResultColumn extends Known {
  readonly name: string;
}

const anything: Known = { canBeNull: true, origins: [] };
const something: Known = { canBeNull: false, origins: [] };

/** Whose value is null where one of its arguments is, and never otherwise. */
const soundFunctions = new Set(
  `lower upper length char_length octet_length abs floor ceil ceiling round trunc date_trunc to_char
  extract date_part nextval currval md5 sha256 encode decode replace lpad rpad left right substr btrim
  ltrim rtrim trim repeat starts_with timezone to_timestamp date mod power sqrt to_jsonb cardinality
  app_now real_now machine_now steady_now wall_clock now clock_timestamp statement_timestamp transaction_timestamp random gen_random_uuid
  age reverse ascii chr hashtext hashtextextended pg_current_xact_id txid_current array_append`.split(
    /\s+/,
  ),
);
/** Whose value is never null, whatever the arguments are. */
const builders = new Set(
  `json_build_object jsonb_build_object json_build_array jsonb_build_array concat concat_ws
  row_to_json`.split(/\s+/),
);
/** Operators of JSON that find nothing where nothing is. */
const lookUp = /^jsonb?_(object_field|array_element|extract_path)/;
const countingAggregates = new Set(["count"]);
/** Null over no row, or over nulls alone. */
const groupedAggregates = new Set(
  `sum min max avg bool_or bool_and every string_agg array_agg json_agg jsonb_agg json_object_agg
  jsonb_object_agg percentile_cont percentile_disc mode stddev variance`.split(/\s+/),
);
const passedOnByAggregates = new Set(["min", "max", "any_value", "percentile_disc", "mode"]);
const rankingWindows = new Set(["row_number", "rank", "dense_rank", "count", "ntile"]);

interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | null;
  /** `varno.varattno` of what the conditions let through only where it is not null. */
  readonly notNull: ReadonlySet<string>;
}

/** The columns that a statement answers, of PostgreSQL's own tree of it. */
export function resultColumns(query: TreeNode, catalogue: Catalogue): ResultColumn[] {
  return new Analysis(catalogue).columnsOf(query, null);
}

class Analysis {
  readonly #catalogue: Catalogue;
  readonly #underWay = new Map<TreeNode, Set<number>>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  columnsOf(query: TreeNode, outer: Scope | null): ResultColumn[] {
    const scope = { query, outer, notNull: notNullIn(query) };
    return targetsOf(query).map((target, index) => ({
      ...this.#target(target, index, scope),
      name: String(target.fields["resname"]),
    }));
  }

  /** One column alone: all of each query within a query would be more at each level. */
  #columnAt(query: TreeNode, index: number, outer: Scope | null): Known {
    const target = targetsOf(query)[index];
    if (target === undefined) return anything;
    return this.#target(target, index, { query, outer, notNull: notNullIn(query) });
  }

  #target(target: TreeNode, index: number, scope: Scope): Known {
    const united = scope.query.fields["setOperations"];
    return isNode(united)
      ? either(this.#branches(united, index, scope))
      : this.#known(target.fields["expr"], scope);
  }

  #branches(tree: Tree | undefined, index: number, scope: Scope): Known[] {
    if (isNode(tree, "SETOPERATIONSTMT")) {
      return [tree.fields["larg"], tree.fields["rarg"]].flatMap((side) =>
        this.#branches(side, index, scope),
      );
    }
    if (!isNode(tree, "RANGETBLREF")) return [];
    const subquery = entryOf(scope.query, numberIn(tree, "rtindex"))?.fields["subquery"];
    return isNode(subquery) ? [this.#columnAt(subquery, index, scope)] : [];
  }

  #known(tree: Tree | undefined, scope: Scope): Known {
    if (!isNode(tree)) return anything;
    const { type, fields } = tree;
    switch (type) {
      case "VAR":
        return this.#variable(tree, scope);
      case "CONST":
        return { canBeNull: isSet(tree, "constisnull"), origins: [] };
      case "RELABELTYPE":
      case "COERCETODOMAIN":
        return this.#known(fields["arg"], scope);
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
      case "CONVERTROWTYPEEXPR":
        return { ...this.#known(fields["arg"], scope), origins: [] };
      case "COALESCEEXPR": {
        const all = nodesIn(fields["args"]).map((one) => this.#known(one, scope));
        return { ...either(all), canBeNull: all.every(({ canBeNull }) => canBeNull) };
      }
      case "MINMAXEXPR": {
        const all = nodesIn(fields["args"]).map((one) => this.#known(one, scope));
        return { ...either(all), canBeNull: all.every(({ canBeNull }) => canBeNull) };
      }
      case "CASEEXPR": {
        const results = nodesIn(fields["args"]).map((one) => one.fields["result"]);
        return either([...results, fields["defresult"]].map((one) => this.#known(one, scope)));
      }
      case "NULLIFEXPR":
        return { ...this.#known(nodesIn(fields["args"])[0], scope), canBeNull: true };
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ROWEXPR":
      case "SQLVALUEFUNCTION":
      case "GROUPINGFUNC":
        return something;
      case "BOOLEXPR":
        return this.#sound(fields["args"], scope);
      case "OPEXPR":
        return lookUp.test(this.#function(tree, "opfuncid"))
          ? anything
          : this.#sound(fields["args"], scope);
      case "SCALARARRAYOPEXPR": {
        const [value, list] = nodesIn(fields["args"]);
        return isNode(list, "CONST")
          ? this.#known(value, scope).canBeNull
            ? anything
            : something
          : anything;
      }
      case "FUNCEXPR":
        return this.#call(tree, scope);
      case "AGGREF":
        return this.#aggregate(tree, scope);
      case "WINDOWFUNC": {
        const name = this.#function(tree, "winfnoid");
        const over = groupedAggregates.has(name) && fields["aggfilter"] === null;
        if (rankingWindows.has(name)) return something;
        // Over a window of whole partitions the row itself is always in it.
        return over && isWholeWindow(tree, scope.query)
          ? { ...this.#sound(fields["args"], scope), origins: [] }
          : anything;
      }
      case "SUBLINK":
        return this.#sublink(tree, scope);
      default:
        return anything;
    }
  }

  #sound(args: Tree | undefined, scope: Scope): Known {
    const canBeNull = nodesIn(args).some((one) => this.#known(one, scope).canBeNull);
    return { canBeNull, origins: [] };
  }

  #call(tree: TreeNode, scope: Scope): Known {
    const name = this.#function(tree, "funcid");
    if (builders.has(name)) return something;
    const isCast = tree.fields["funcformat"] === "1" || tree.fields["funcformat"] === "2";
    return isCast || soundFunctions.has(name) ? this.#sound(tree.fields["args"], scope) : anything;
  }

  #aggregate(tree: TreeNode, scope: Scope): Known {
    const name = this.#function(tree, "aggfnoid");
    if (countingAggregates.has(name)) return something;
    const args = nodesIn(tree.fields["args"]).map(({ fields }) => fields["expr"] ?? null);
    const given = args.map((one) => this.#known(one, scope));
    const isOverRows =
      groupedAggregates.has(name) &&
      tree.fields["aggfilter"] === null &&
      nodesIn(scope.query.fields["groupClause"]).length > 0 &&
      scope.query.fields["groupingSets"] === null;
    return {
      canBeNull: !isOverRows || given.some(({ canBeNull }) => canBeNull),
      origins: passedOnByAggregates.has(name) ? (given[0]?.origins ?? []) : [],
    };
  }

  /** A subquery in the place of a value. */
  #sublink(tree: TreeNode, scope: Scope): Known {
    const kind = tree.fields["subLinkType"];
    if (kind === "0" || kind === "6") return something;
    const { subselect } = tree.fields;
    if (kind !== "4" || !isNode(subselect, "QUERY")) return anything;
    const column = this.#columnAt(subselect, 0, scope);
    return { ...column, canBeNull: column.canBeNull || !hasAlwaysOneRow(subselect) };
  }

  #variable(tree: TreeNode, scope: Scope): Known {
    let from: Scope | null = scope;
    for (let up = numberIn(tree, "varlevelsup"); up > 0; up -= 1) from = from?.outer ?? null;
    if (from === null) return anything;
    const known = this.#columnOf(tree, from);
    // Behind an outer join, or of a row as it was before the statement.
    const isNulled =
      !isEmptySet(tree.fields["varnullingrels"]) || tree.fields["varreturningtype"] === "1";
    const isLetThrough = from.notNull.has(placeOf(tree));
    return { ...known, canBeNull: isNulled || (known.canBeNull && !isLetThrough) };
  }

  #columnOf(tree: TreeNode, scope: Scope): Known {
    const entry = entryOf(scope.query, numberIn(tree, "varno"));
    if (entry === undefined) return anything;
    const number = numberIn(tree, "varattno");
    const { fields } = entry;
    switch (fields["rtekind"]) {
      case "0": {
        const column = this.#catalogue.columns.get(`${String(fields["relid"])}.${number}`);
        return column === undefined
          ? anything
          : { canBeNull: !column.isNotNull, origins: column.origins };
      }
      case "1": {
        const { subquery } = fields;
        return isNode(subquery) ? this.#inside(subquery, number, scope) : anything;
      }
      case "2":
        return this.#known(nodesIn(fields["joinaliasvars"])[number - 1], scope);
      case "5":
        return either(
          (Array.isArray(fields["values_lists"]) ? fields["values_lists"] : []).map((row: Tree) =>
            this.#known(nodesIn(row)[number - 1], scope),
          ),
        );
      case "6":
        return this.#ofCommonTable(entry, number, scope);
      case "9":
        return this.#known(nodesIn(fields["groupexprs"])[number - 1], scope);
      default:
        return anything;
    }
  }

  #ofCommonTable(entry: TreeNode, number: number, scope: Scope): Known {
    let from: Scope | null = scope;
    for (let up = numberIn(entry, "ctelevelsup"); up > 0; up -= 1) from = from?.outer ?? null;
    const found = nodesIn(from?.query.fields["cteList"]).find(
      ({ fields }) => fields["ctename"] === entry.fields["ctename"],
    );
    const query = found?.fields["ctequery"];
    return isNode(query) ? this.#inside(query, number, from) : anything;
  }

  /** What a column of a recursion says of itself holds where all else holds; of another it is to be asked. */
  #inside(query: TreeNode, number: number, scope: Scope | null): Known {
    const numbers = this.#underWay.get(query) ?? new Set<number>();
    if (numbers.has(number)) return something;
    this.#underWay.set(query, numbers.add(number));
    try {
      return this.#columnAt(query, number - 1, scope);
    } finally {
      numbers.delete(number);
    }
  }

  #function(tree: TreeNode, field: string): string {
    return this.#catalogue.functions.get(String(tree.fields[field])) ?? "";
  }
}

function targetsOf(query: TreeNode): TreeNode[] {
  const isSelect = query.fields["commandType"] === "1";
  return nodesIn(query.fields[isSelect ? "targetList" : "returningList"]).filter(
    (target) => !isSet(target, "resjunk"),
  );
}

function either(all: readonly Known[]): Known {
  return {
    canBeNull: all.length === 0 || all.some(({ canBeNull }) => canBeNull),
    // Where some come from nowhere, such as a constant, the value may be no value of the column.
    origins: all.every(({ origins, canBeNull }) => origins.length > 0 || canBeNull)
      ? [...new Set(all.flatMap(({ origins }) => origins))]
      : [],
  };
}

function entryOf(query: TreeNode, number: number): TreeNode | undefined {
  return nodesIn(query.fields["rtable"])[number - 1];
}

function placeOf(variable: TreeNode): string {
  return `${numberIn(variable, "varno")}.${numberIn(variable, "varattno")}`;
}

/** `(b)` is the empty set. */
function isEmptySet(tree: Tree | undefined): boolean {
  return !Array.isArray(tree) || tree.length <= 1;
}

function hasAlwaysOneRow({ fields }: TreeNode): boolean {
  const isWhole =
    fields["groupClause"] === null &&
    fields["havingQual"] === null &&
    fields["limitCount"] === null;
  const from = fields["jointree"];
  const isOfNothing =
    isNode(from) && nodesIn(from.fields["fromlist"]).length === 0 && from.fields["quals"] === null;
  return isWhole && (fields["hasAggs"] === "true" || isOfNothing);
}

/** OVER (), or over a partition alone. */
function isWholeWindow(tree: TreeNode, query: TreeNode): boolean {
  const clause = nodesIn(query.fields["windowClause"]).find(
    ({ fields }) => fields["winref"] === tree.fields["winref"],
  );
  return clause !== undefined && nodesIn(clause.fields["orderClause"]).length === 0;
}

/** Of WHERE and of inner joins: a row for which such a condition is not true is not there. */
function notNullIn(query: TreeNode): Set<string> {
  const found = new Set<string>();
  const require = (tree: Tree | undefined) => {
    if (isNode(tree, "VAR") && tree.fields["varlevelsup"] === "0") found.add(placeOf(tree));
    if (isNode(tree, "RELABELTYPE")) require(tree.fields["arg"]);
  };
  const condition = (tree: Tree | undefined): void => {
    if (!isNode(tree)) return;
    const { type, fields } = tree;
    if (type === "BOOLEXPR" && fields["boolop"] === "and")
      nodesIn(fields["args"]).forEach(condition);
    if (type === "NULLTEST" && fields["nulltesttype"] === "1") require(fields["arg"]);
    if (type === "OPEXPR") nodesIn(fields["args"]).forEach(require);
    if (type === "SCALARARRAYOPEXPR") require(nodesIn(fields["args"])[0]);
  };
  const join = (tree: Tree | undefined): void => {
    if (!isNode(tree)) return;
    if (tree.type === "FROMEXPR") {
      nodesIn(tree.fields["fromlist"]).forEach(join);
      condition(tree.fields["quals"]);
    }
    if (tree.type === "JOINEXPR" && tree.fields["jointype"] === "0") {
      join(tree.fields["larg"]);
      join(tree.fields["rarg"]);
      condition(tree.fields["quals"]);
    }
    // Of an outer join the preserved side alone says something.
    if (tree.type === "JOINEXPR" && tree.fields["jointype"] === "1") join(tree.fields["larg"]);
  };
  join(query.fields["jointree"]);
  return found;
}
