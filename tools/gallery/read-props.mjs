/**
 * Writes the properties of every widget, as its source declares them, to plugins/gallery/web/widget-props.json.
 *   node tools/gallery/read-props.mjs
 * A test of the gallery fails while the file is older than the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const WIDGETS = path.join(ROOT, 'plugin-sdk/web/widgets');
const read = (file) => readFileSync(path.join(WIDGETS, file), 'utf8');

/** Members of `{ … }` that stand at its own level: text up to the semicolon that closes each. */
function members(body) {
  const found = [];
  let depth = 0;
  let start = 0;
  const bare = body.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');
  for (let at = 0; at < bare.length; at += 1) {
    const sign = bare[at];
    if ('({[<'.includes(sign)) depth += 1;
    else if (')}]'.includes(sign) || (sign === '>' && bare[at - 1] !== '=')) depth -= 1;
    else if (sign === ';' && depth === 0) {
      found.push(bare.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...found, bare.slice(start).trim()].filter(Boolean);
}

function rowsOf(body) {
  return members(body).flatMap((member) => {
    const parts = /^(?:readonly\s+)?'?([\w-]+)'?(\?)?:\s*([\s\S]+)$/.exec(member);
    return parts ? [{ name: parts[1], type: parts[3].replace(/\s+/g, ' ').replaceAll('readonly ', ''), optional: parts[2] !== undefined }] : [];
  });
}

/** Body of the first `{ … }` at or after a place. */
function bodyAt(source, from) {
  const open = source.indexOf('{', from);
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    else if (source[at] === '}') {
      depth -= 1;
      if (depth === 0) return source.slice(open + 1, at);
    }
  }
  return '';
}

/** Properties of an interface, with those of the interfaces of the same file that it extends. */
function ofInterface(source, name) {
  const at = source.search(new RegExp(`interface ${name}\\b`));
  if (at < 0) return [];
  const head = source.slice(at, source.indexOf('{', at));
  const above = [...(head.split(' extends ')[1] ?? '').matchAll(/\b([A-Z]\w+)\b/g)].flatMap(([, base]) => (base === name ? [] : ofInterface(source, base)));
  return [...rowsOf(bodyAt(source, at)), ...above];
}

const CHOICE = [
  { name: 'value', type: 'string | null | string[]', optional: false },
  { name: 'onChange', type: '(value, picked: Picked[]) => void', optional: false },
  { name: 'multiple', type: 'boolean', optional: true },
];
const LEAVES = [{ name: 'leavesOnly', type: 'boolean', optional: true }];
const choiceField = (...more) => [...CHOICE, ...ofInterface(read('pick/choice.ts'), 'ChoiceFieldBase'), ...more];
const dialog = (name) => [{ name: 'visible', type: 'boolean', optional: false }, ...ofInterface(read('staff/select-dialogs.tsx'), name)];

/** Widgets whose properties are put together from several types. */
const PUT_TOGETHER = {
  UserSelectField: () => choiceField(),
  OrganizationPicker: () => choiceField(...LEAVES, ...ofInterface(read('pick/choice.ts'), 'OwnTree'), { name: 'departments', type: 'boolean', optional: true }),
  AddressPicker: () => choiceField({ name: 'level', type: 'number', optional: true }, { name: 'anyLevel', type: 'boolean', optional: true }),
  DepartmentSelect: () => choiceField(...LEAVES),
  PositionSelect: () => choiceField(...LEAVES),
  RoleSelect: () => choiceField(),
  GroupSelect: () => choiceField(),
  DictionarySelect: () =>
    choiceField(...LEAVES, { name: 'dictionary', type: 'string', optional: false }, { name: 'load', type: 'DictionaryLoad', optional: true }),
  UserPickerDialog: () => dialog('SelectDialogProps'),
  UserSelectDialog: () => dialog('SelectDialogProps'),
  OrganizationSelectDialog: () => [...dialog('OrganizationDialogProps'), ...ofInterface(read('pick/choice.ts'), 'OwnTree')],
  ImageUploader: () => ofInterface(read('media/uploader.tsx'), 'FileUploaderProps').filter(({ name }) => name !== 'accept'),
  MoneyInput: () => ofInterface(read('pay/money-input.tsx'), 'DecimalInputProps'),
  UnitPriceInput: () => ofInterface(read('pay/money-input.tsx'), 'DecimalInputProps'),
  ConfirmButton: () => ofInterface(read('menu/permission-button.tsx'), 'PermissionButtonProps'),
  printDocument: () => ofInterface(read('paper/print-document.ts'), 'PrintableDocument'),
};

/** Names of the widgets that the kit gives to pages, with the file of each. */
export function widgetFiles() {
  const index = read('index.ts');
  return [...index.matchAll(/export \{([^}]*)\} from '\.\/([\w/-]+\.tsx?)'/g)].flatMap(([, names, file]) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]\w*$/.test(name) || name === 'printDocument')
      .map((name) => ({ name, file })),
  );
}

export function readProps() {
  const table = {};
  for (const { name, file } of widgetFiles()) {
    const source = read(file);
    const own = ofInterface(source, `${name}Props`);
    const inline = new RegExp(`function ${name}[^(]*\\(\\{[^}]*\\}: \\{`).exec(source);
    table[name] = PUT_TOGETHER[name]?.() ?? (own.length > 0 ? own : inline ? rowsOf(bodyAt(source, inline.index + inline[0].length - 1)) : []);
  }
  return table;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(path.join(ROOT, 'plugins/gallery/web/widget-props.json'), `${JSON.stringify(readProps(), null, 1)}\n`);
}
