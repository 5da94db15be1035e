import { matching, moneyToText, quantityToWire } from '@nephra/plugin-sdk/contract';
import { Button, IconChevronDown, IconChevronUp } from '@nephra/plugin-sdk/ui';
import type { EditableColumn, Offered } from '@nephra/plugin-sdk/widgets';
import { DOSE_TEXT, MAX_DAYS, MAX_GROUP, MIN_DAYS } from '../../contract/lines/line-limits.ts';
import { doseUnitsFor, frequencyOptions, quantityUnitsFor, usageOptions } from '../../contract/lines/order-choices.ts';
import { plainNumber, type Text } from '../catalogue-words.ts';
import type { PackageEditor } from './package.store.ts';
import { amountsOfLine, type PackageLine } from './package-line.ts';

const unitChoices = (units: readonly string[]) => units.map((value) => ({ value, text: value }));
const isDrug = (line: PackageLine): boolean => line.entry?.kind === 'drug';

/** Cells of a package's lines. Doses belong to drugs; everything else is counted. */
export function packageColumns(t: Text, editor: PackageEditor, offered: Offered): EditableColumn<PackageLine>[] {
  const text = (name: string, params?: Record<string, string | number>): string => t(`catalogue.pack.${name}`, params);
  return [
    {
      kind: 'show',
      name: 'entry',
      label: text('entry'),
      minWidth: 190,
      render: (line) => (
        <span className="catalogue-pack-line">
          <span>
            {line.entry?.drugName ?? line.drugId}
            {line.state !== 'ok' && (
              <span className="catalogue-mark" data-tone="danger">
                {text(`state.${line.state}`)}
              </span>
            )}
          </span>
          <small>{line.entry ? [t(`drugType.${line.entry.drugType}`), line.entry.drugSpec].filter(Boolean).join(' · ') : ''}</small>
        </span>
      ),
    },
    {
      kind: 'text',
      name: 'onceUsing',
      label: text('dose'),
      width: 84,
      visible: isDrug,
      required: true,
      rules: [matching(DOSE_TEXT, t('catalogue.help.doseRule'))],
    },
    {
      kind: 'select',
      name: 'onceUsingUnit',
      label: text('unit'),
      width: 80,
      required: true,
      visible: isDrug,
      filter: false,
      options: (line) => unitChoices(line.entry ? doseUnitsFor({ ...line.entry, onceUsingUnit: line.onceUsingUnit }) : [line.onceUsingUnit]),
    },
    { kind: 'select', name: 'drugUsage', label: text('usage'), width: 148, visible: isDrug, options: (line) => usageOptions(t, offered, line.drugUsage) },
    {
      kind: 'select',
      name: 'drugInterval',
      label: text('interval'),
      width: 148,
      required: true,
      visible: isDrug,
      options: (line) => frequencyOptions(t, offered, line.drugInterval),
    },
    { kind: 'number', name: 'drugDays', label: text('days'), width: 88, min: MIN_DAYS, max: MAX_DAYS, required: true, visible: isDrug },
    { kind: 'switch', name: 'manualNum', label: text('manual'), width: 72, align: 'center', visible: isDrug },
    { kind: 'quantity', name: 'drugNum', label: text('num'), width: 72, required: true, visible: (line) => line.manualNum === true },
    {
      kind: 'select',
      name: 'drugNumUnit',
      label: text('numUnit'),
      width: 76,
      required: true,
      filter: false,
      options: (line) => unitChoices(line.entry ? quantityUnitsFor({ ...line.entry, drugNumUnit: line.drugNumUnit }) : [line.drugNumUnit]),
    },
    { kind: 'number', name: 'isGroup', label: text('group'), width: 80, placeholder: '', min: 0, max: MAX_GROUP, visible: isDrug },
    {
      kind: 'show',
      name: 'subTotal',
      label: text('subTotal'),
      width: 92,
      align: 'right',
      render: (line) => {
        const amounts = amountsOfLine(line);
        if (!amounts) return '–';
        if (amounts.fault)
          return (
            <span className="catalogue-mark" data-tone="danger">
              {text('fault')}
            </span>
          );
        return (
          <span className="catalogue-pack-line">
            <span>{moneyToText(amounts.subTotal)}</span>
            <small>{`${plainNumber(quantityToWire(amounts.drugNum))} ${line.drugNumUnit}`}</small>
          </span>
        );
      },
    },
    {
      kind: 'show',
      name: 'move',
      label: text('move'),
      width: 72,
      align: 'center',
      render: (line) => {
        const rows = editor.lines.values;
        const at = rows.indexOf(line);
        return (
          <span className="catalogue-moves">
            <Button
              theme="borderless"
              type="tertiary"
              size="small"
              icon={<IconChevronUp />}
              aria-label={text('up', { n: at + 1 })}
              disabled={at <= 0}
              onClick={() => editor.move(line, -1)}
            />
            <Button
              theme="borderless"
              type="tertiary"
              size="small"
              icon={<IconChevronDown />}
              aria-label={text('down', { n: at + 1 })}
              disabled={at === rows.length - 1}
              onClick={() => editor.move(line, 1)}
            />
          </span>
        );
      },
    },
  ];
}
