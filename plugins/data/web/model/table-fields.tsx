import { Select } from '@nephra/plugin-sdk/ui';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { Alert, type EditableColumn, EditableTable, type FormItem, type SubTableStore } from '@nephra/plugin-sdk/widgets';
import { MAX_COMMENT, MAX_LENGTH_TEXT, MAX_SITE_NAME } from '../../contract/model/model-limits.ts';
import { SITE_TYPES } from '../../domain/model/table-shape.ts';

export interface ColumnValues {
  readonly field: string;
  readonly fieldName: string;
  readonly dataType: string;
  readonly dataLength: string;
  readonly allowNull: boolean;
  readonly primaryKey: boolean;
}
export interface TableValues {
  readonly table: string;
  readonly tableName: string;
  readonly tableFieldList: readonly ColumnValues[];
}
type Text = WebContext['t'];

export const newColumn = (): ColumnValues => ({ field: '', fieldName: '', dataType: 'varchar', dataLength: '50', allowNull: true, primaryKey: false });

/** Columns that most tables want, ready to be added; those that a site keeps besides are of the record `data.commonField`. */
export const commonColumns = (t: Text): readonly ColumnValues[] => [
  { ...newColumn(), field: 'full_name', fieldName: t('model.common.name') },
  { ...newColumn(), field: 'en_code', fieldName: t('model.common.code') },
  { ...newColumn(), field: 'description', fieldName: t('model.common.description'), dataType: 'text', dataLength: '' },
  { ...newColumn(), field: 'sort_code', fieldName: t('model.common.order'), dataType: 'bigint', dataLength: '' },
  { ...newColumn(), field: 'enabled_mark', fieldName: t('model.common.state'), dataType: 'int', dataLength: '' },
  { ...newColumn(), field: 'creator_time', fieldName: t('model.common.made'), dataType: 'datetime', dataLength: '' },
  { ...newColumn(), field: 'creator_user_id', fieldName: t('model.common.madeBy') },
];

export const columnFields = (t: Text): readonly EditableColumn<ColumnValues>[] => [
  { kind: 'text', name: 'field', label: t('model.field'), required: true, maxLength: MAX_SITE_NAME, minWidth: 140 },
  { kind: 'text', name: 'fieldName', label: t('model.fieldName'), maxLength: MAX_COMMENT, minWidth: 140 },
  {
    kind: 'select',
    name: 'dataType',
    label: t('model.dataType'),
    width: 130,
    options: SITE_TYPES.map((value) => ({ value, text: t(`model.types.${value}`) })),
  },
  { kind: 'text', name: 'dataLength', label: t('model.dataLength'), maxLength: MAX_LENGTH_TEXT, width: 96 },
  { kind: 'switch', name: 'allowNull', label: t('model.allowNull'), width: 84 },
  { kind: 'switch', name: 'primaryKey', label: t('model.primaryKey'), width: 72 },
];

/** @param empty false: it has rows @param common what the site keeps as common columns */
export const tableFields = (t: Text, lines: SubTableStore<ColumnValues>, empty: boolean, common: readonly ColumnValues[]): readonly FormItem<TableValues>[] => [
  { kind: 'text', name: 'table', label: t('model.table'), required: true, maxLength: MAX_SITE_NAME, help: t('model.nameHelp') },
  { kind: 'text', name: 'tableName', label: t('model.tableName'), maxLength: MAX_COMMENT },
  {
    kind: 'custom',
    name: 'tableFieldList',
    label: t('model.columns'),
    span: 2,
    check: () => (lines.validate() ? undefined : t('model.columnsWrong')),
    complain: (at, text) => (lines.complain(at, text) ? t('model.columnsWrong') : undefined),
    render: () => (
      <>
        {!empty && <Alert kind="info" text={t('model.hasRows')} />}
        <EditableTable label={t('model.columns')} store={lines} addText={t('model.addColumn')}>
          <CommonColumns lines={lines} common={common} t={t} />
        </EditableTable>
      </>
    ),
  },
];

interface CommonProps {
  readonly lines: SubTableStore<ColumnValues>;
  readonly common: readonly ColumnValues[];
  readonly t: Text;
}
function CommonColumns({ lines, common, t }: CommonProps) {
  const add = (columns: readonly ColumnValues[]): void => {
    const there = new Set(lines.values.map(({ field }) => field));
    for (const column of columns) if (!there.has(column.field)) lines.append(column);
  };
  return (
    <>
      <button type="button" className="nk-link" onClick={() => add(commonColumns(t))}>
        {t('model.addCommon')}
      </button>
      {common.length > 0 && (
        <Select
          filter
          size="small"
          className="data-common"
          aria-label={t('model.addOwnCommon')}
          placeholder={t('model.addOwnCommon')}
          value={undefined}
          optionList={common.map(({ field, fieldName }) => ({ value: field, label: fieldName === '' ? field : `${field} · ${fieldName}` }))}
          onChange={(value) => add(common.filter(({ field }) => field === value))}
        />
      )}
    </>
  );
}
