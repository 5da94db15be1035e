/** What a walk over a statement of the real parser finds. Names are lower case unless the statement quotes them. */
export interface TableNamed {
  readonly schema: string;
  readonly name: string;
}
export interface StatementReach {
  /** Kinds of all statements, those inside of others too: `SelectStmt`, `InsertStmt`, … */
  readonly kinds: ReadonlySet<string>;
  /** Tables and views that are read, written, made or removed; names that a `with` gives are left out. */
  readonly tables: readonly TableNamed[];
  /** Functions that are called. */
  readonly functions: readonly TableNamed[];
  /** Bodies of functions and blocks, by their language. */
  readonly bodies: readonly { readonly language: string; readonly text: string }[];
}

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (node: unknown): string => (isTree(node) && isTree(node.String) && typeof node.String.sval === 'string' ? node.String.sval : '');
const nameOf = (parts: unknown): TableNamed => {
  const names = Array.isArray(parts) ? parts.map(textOf) : [];
  return { schema: names.length > 1 ? (names.at(-2) ?? '') : '', name: names.at(-1) ?? '' };
};

/** What stands behind its table: a column, a constraint, a trigger, a rule. */
const PARTS_OF_TABLES = new Set(['OBJECT_COLUMN', 'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER', 'OBJECT_RULE', 'OBJECT_POLICY']);
/** A node that is a statement; a member that holds one begins small. */
const STATEMENT = /^[A-Z].*Stmt$/;

/** Walks over what `parse` of libpg-query answers. Pure. */
export function reachOfTree(root: unknown): StatementReach {
  const kinds = new Set<string>();
  const tables: TableNamed[] = [];
  const functions: TableNamed[] = [];
  const bodies: { language: string; text: string }[] = [];
  const given = new Set<string>();

  const dropped = (stmt: Tree): void => {
    const kind = String(stmt.removeType ?? stmt.objtype ?? stmt.objectType ?? '');
    const objects = Array.isArray(stmt.objects) ? stmt.objects : stmt.object === undefined ? [] : [stmt.object];
    for (const object of objects) {
      if (!isTree(object)) continue;
      if (isTree(object.List)) {
        const items = Array.isArray(object.List.items) ? object.List.items : [];
        tables.push(nameOf(PARTS_OF_TABLES.has(kind) ? items.slice(0, -1) : items));
      }
      if (isTree(object.TypeName)) tables.push(nameOf(object.TypeName.names));
      if (isTree(object.ObjectWithArgs)) functions.push(nameOf(object.ObjectWithArgs.objname));
      if (textOf(object) && kind === 'OBJECT_SCHEMA') tables.push({ schema: textOf(object), name: '*' });
    }
  };

  const body = (stmt: Tree): void => {
    const options = Array.isArray(stmt.options) ? stmt.options : Array.isArray(stmt.args) ? stmt.args : [];
    let language = 'plpgsql';
    let text = '';
    for (const option of options) {
      const element = isTree(option) && isTree(option.DefElem) ? option.DefElem : {};
      if (element.defname === 'language') language = textOf(element.arg).toLowerCase();
      if (element.defname !== 'as') continue;
      const list = isTree(element.arg) && isTree(element.arg.List) && Array.isArray(element.arg.List.items) ? element.arg.List.items : [element.arg];
      text = list.map(textOf).join('');
    }
    if (text !== '') bodies.push({ language, text });
  };

  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, key);
      return;
    }
    if (!isTree(value)) return;
    if (key === 'lockedRels') return; // `for update of x` names aliases
    if (STATEMENT.test(key)) kinds.add(key);
    switch (key) {
      case 'RangeVar':
      case 'relation':
      case 'rel':
      case 'pktable':
      case 'view':
      case 'sequence':
        if (typeof value.relname === 'string') tables.push({ schema: String(value.schemaname ?? ''), name: value.relname });
        break;
      case 'CommonTableExpr':
        given.add(String(value.ctename ?? ''));
        break;
      case 'FuncCall':
        functions.push(nameOf(value.funcname));
        break;
      case 'CreateFunctionStmt':
        functions.push(nameOf(value.funcname));
        body(value);
        break;
      case 'DoStmt':
        body(value);
        break;
      case 'CreateTrigStmt':
        functions.push(nameOf(value.funcname));
        break;
      case 'CreateEnumStmt':
      case 'AlterEnumStmt':
        tables.push(nameOf(value.typeName));
        break;
      case 'CreateDomainStmt':
        tables.push(nameOf(value.domainname));
        break;
      case 'DropStmt':
      case 'CommentStmt':
      case 'AlterOwnerStmt':
      case 'AlterObjectSchemaStmt':
        dropped(value);
        break;
    }
    for (const [name, child] of Object.entries(value)) if (typeof child === 'object') visit(child, name);
  };
  visit(root, '');
  return { kinds, tables: tables.filter(({ schema, name }) => schema !== '' || !given.has(name) || name.startsWith('pg_')), functions, bodies };
}
