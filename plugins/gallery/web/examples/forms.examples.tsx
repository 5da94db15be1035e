import { type Money, moneyFromText, type Quantity, quantityFromText, type UnitPrice, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import {
  ButtonBlock,
  CalculatedText,
  EditDialog,
  type FormItem,
  FormPanel,
  FormStore,
  GroupTitle,
  MoneyInput,
  DateInput,
  type NumberRange,
  QuantityInput,
  RangeInput,
  SaveBar,
  TextBlock,
  TickGroup,
  UnitPriceInput,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { Entry } from '../entry.ts';
import type { Words } from '../sample-rows.ts';

/** 2026-03-02 09:30 in Asia/Shanghai. */
const SAMPLE_DAY = 1_772_415_000_000;

interface Article {
  name: string;
  price: UnitPrice | null;
  pack: Quantity | null;
  state: number | null;
  day: number | null;
  keeper: string | null;
  roles: readonly string[];
  on: boolean;
}
const EMPTY: Article = { name: '', price: null, pack: null, state: null, day: null, keeper: null, roles: [], on: true };

const fieldsOf = (t: Words, required: boolean, disabled: boolean): FormItem<Article>[] => [
  { kind: 'group', label: t('sample.base') },
  { kind: 'text', name: 'name', label: t('sample.article'), required, disabled, maxLength: 40 },
  { kind: 'unitPrice', name: 'price', label: t('sample.price'), required, disabled },
  { kind: 'quantity', name: 'pack', label: t('sample.stock'), disabled, unit: t('sample.box') },
  {
    kind: 'select',
    name: 'state',
    label: t('sample.state'),
    required,
    disabled,
    options: [1, 2, 3].map((value) => ({ value, text: t('sample.name', { n: value }) })),
  },
  { kind: 'date', name: 'day', label: t('sample.day'), disabled },
  { kind: 'switch', name: 'on', label: t('sample.on'), disabled },
  { kind: 'group', label: t('sample.people') },
  { kind: 'user', name: 'keeper', label: t('sample.keeper'), required, disabled },
  { kind: 'role', name: 'roles', label: t('sample.roles'), multiple: true, disabled },
];

function Panel({
  required = false,
  disabled = false,
  filled = false,
}: {
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly filled?: boolean;
}) {
  const { t } = usePlugin();
  const form = useStore(
    () =>
      new FormStore<Article>({
        fields: () => fieldsOf(t, required, disabled),
        initial: filled
          ? { ...EMPTY, name: t('sample.longName', { n: 1 }), price: unitPriceFromText('12.3456'), pack: quantityFromText('5'), state: 1 }
          : EMPTY,
      }),
  );
  return <FormPanel form={form}>{required && <Button onClick={() => form.validate()}>{t('sample.check')}</Button>}</FormPanel>;
}

function Dialog({ failing }: { readonly failing?: boolean }) {
  const { t } = usePlugin();
  const [form, setForm] = useState<FormStore<Article> | null>(null);
  const [saved, setSaved] = useState('');
  return (
    <div className="ga-row">
      <Button onClick={() => setForm(new FormStore<Article>({ fields: () => fieldsOf(t, false, false), initial: EMPTY }))}>{t('sample.open')}</Button>
      <span>{saved}</span>
      <EditDialog
        form={form}
        title={t('sample.article')}
        onClose={() => setForm(null)}
        onSave={async (values) => {
          if (failing) throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
          return values.name;
        }}
        onSaved={(name) => setSaved(name)}
      />
    </div>
  );
}

interface Decimal {
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly start?: string;
}
function Price({ start, ...rest }: Decimal) {
  const { t } = usePlugin();
  const [value, setValue] = useState<Money | null>(start === undefined ? null : moneyFromText(start));
  return (
    <div className="ga-field">
      <MoneyInput aria-label={t('sample.price')} value={value} onChange={setValue} {...rest} />
    </div>
  );
}
function Unit({ start, ...rest }: Decimal) {
  const { t } = usePlugin();
  const [value, setValue] = useState<UnitPrice | null>(start === undefined ? null : unitPriceFromText(start));
  return (
    <div className="ga-field">
      <UnitPriceInput aria-label={t('sample.price')} value={value} onChange={setValue} {...rest} />
    </div>
  );
}
function Pieces({ start, ...rest }: Decimal) {
  const { t } = usePlugin();
  const [value, setValue] = useState<Quantity | null>(start === undefined ? null : quantityFromText(start));
  return (
    <div className="ga-field">
      <QuantityInput aria-label={t('sample.stock')} unit={t('sample.box')} value={value} onChange={setValue} {...rest} />
    </div>
  );
}
function Range({ disabled }: { readonly disabled?: boolean }) {
  const [value, setValue] = useState<NumberRange>([]);
  return (
    <div className="ga-field">
      <RangeInput value={value} onChange={setValue} disabled={disabled} />
    </div>
  );
}
function Day({ disabled, moment }: { readonly disabled?: boolean; readonly moment?: boolean }) {
  const { t } = usePlugin();
  const [value, setValue] = useState(SAMPLE_DAY);
  return (
    <div className="ga-field">
      <DateInput label={t('sample.day')} kind={moment ? 'dateTime' : 'date'} value={value} onChange={setValue} disabled={disabled} />
    </div>
  );
}
function Text({ long = false }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return <TextBlock text={t(long ? 'sample.longName' : 'sample.help', { n: 1 })} strong={long} />;
}

function Press({ disabled = false }: { readonly disabled?: boolean }) {
  const { t } = usePlugin();
  const [pressed, setPressed] = useState(0);
  return <ButtonBlock text={`${t('sample.base')} ${pressed}`} onClick={() => setPressed(pressed + 1)} disabled={disabled} primary />;
}

function Title({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return <GroupTitle help={t('sample.help')}>{t(long ? 'sample.longName' : 'sample.base', { n: 1 })}</GroupTitle>;
}

function Ticks({ many, disabled }: { readonly many?: boolean; readonly disabled?: boolean }) {
  const { t } = usePlugin();
  const [chosen, setChosen] = useState<readonly string[]>(['1']);
  const options = Array.from({ length: many ? 40 : 3 }, (_, at) => ({ value: String(at), label: t('sample.name', { n: at + 1 }) }));
  return (
    <TickGroup
      label={t('sample.people')}
      options={options}
      chosen={chosen}
      onToggle={(value) => setChosen((old) => (old.includes(value) ? old.filter((one) => one !== value) : [...old, value]))}
      disabled={disabled}
    />
  );
}

function Saving() {
  const { t, toast } = usePlugin();
  const form = useStore(
    () => new FormStore<{ name: string }>({ fields: () => [{ kind: 'text', name: 'name', label: t('sample.article') }], initial: { name: '' } }),
  );
  return (
    <FormPanel form={form}>
      <SaveBar form={form} onSave={async () => toast.success(t('sample.done'))} />
    </FormPanel>
  );
}

export const forms: readonly Entry[] = [
  {
    name: 'FormPanel',
    area: 'forms',
    code: `const form = new FormStore({ fields: () => fields(t), initial, drafts, draftKey: 'drug:new' });\n<FormPanel form={form} onSubmit={save} />`,
    states: { usual: () => <Panel />, long: () => <Panel filled />, required: () => <Panel required />, readOnly: () => <Panel disabled filled /> },
  },
  {
    name: 'EditDialog',
    area: 'forms',
    code: `<EditDialog form={store.editing} title={t('…')} onClose={store.close} onSave={store.save} onSaved={() => store.list.reload()} />`,
    states: { usual: () => <Dialog />, failed: () => <Dialog failing /> },
  },
  {
    name: 'DateInput',
    area: 'forms',
    code: `<DateInput label={t('day')} value={store.day} onChange={(day) => store.setDay(day)} />`,
    states: { usual: () => <Day />, long: () => <Day moment />, readOnly: () => <Day disabled /> },
  },
  {
    name: 'MoneyInput',
    area: 'forms',
    code: `<MoneyInput value={fen} onChange={setFen} />`,
    states: {
      usual: () => <Price start="12.30" />,
      empty: () => <Price />,
      required: () => <Price invalid />,
      long: () => <Price start="123456789012.99" />,
      readOnly: () => <Price start="12.30" disabled />,
    },
  },
  {
    name: 'UnitPriceInput',
    area: 'forms',
    code: `<UnitPriceInput value={price} onChange={setPrice} />`,
    states: { usual: () => <Unit start="0.1234" />, empty: () => <Unit />, required: () => <Unit invalid />, readOnly: () => <Unit start="0.1234" disabled /> },
  },
  {
    name: 'QuantityInput',
    area: 'forms',
    code: `<QuantityInput value={quantity} onChange={setQuantity} decimals={1} unit={t('…')} />`,
    states: { usual: () => <Pieces start="5" />, empty: () => <Pieces />, required: () => <Pieces invalid />, readOnly: () => <Pieces start="5" disabled /> },
  },
  {
    name: 'RangeInput',
    area: 'forms',
    code: `<RangeInput value={range} onChange={setRange} precision={2} />`,
    states: { usual: () => <Range />, readOnly: () => <Range disabled /> },
  },
  {
    name: 'GroupTitle',
    area: 'forms',
    code: `<GroupTitle help={t('…')}>{t('…')}</GroupTitle>`,
    states: { usual: () => <Title />, long: () => <Title long /> },
  },
  {
    name: 'TextBlock',
    area: 'forms',
    code: `<TextBlock text={t('…')} align="center" />`,
    states: { usual: () => <Text />, long: () => <Text long /> },
  },
  {
    name: 'ButtonBlock',
    area: 'forms',
    code: `<ButtonBlock text={t('…')} onClick={() => store.save()} primary />`,
    states: { usual: () => <Press />, readOnly: () => <Press disabled /> },
  },
  {
    name: 'CalculatedText',
    area: 'forms',
    code: `<CalculatedText result={a * b} />`,
    states: { usual: () => <CalculatedText result={12.345} />, failed: () => <CalculatedText result="?" /> },
  },
  {
    name: 'TickGroup',
    area: 'forms',
    code: `<TickGroup label={t('…')} options={[{ value: row.id, label: row.name }]} chosen={store.ids} onToggle={(id) => store.toggle(id)} />`,
    states: { usual: () => <Ticks />, many: () => <Ticks many />, readOnly: () => <Ticks disabled /> },
  },
  { name: 'SaveBar', area: 'forms', code: `<SaveBar form={form} button="btn_edit" onSave={() => store.save()} />`, states: { usual: Saving } },
];
