import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, DescriptionList, GroupTitle } from '@nephra/plugin-sdk/widgets';
import type { OrganizeRecord } from '../../contract/index.ts';
import { priceTypes } from './organize-fields.ts';
import { factsOf } from './organize-values.ts';

/** What is known of one organisation, in the sections of its form. */
export function OrganizeFactList({ record }: { readonly record: OrganizeRecord }) {
  const { t } = usePlugin();
  const facts = factsOf(record);
  const fact = (name: Exclude<keyof typeof facts, 'foundedTime'>, span = 1) => ({ label: t(`organize.field.${name}`), value: facts[name] ?? '', span });
  return (
    <div className="pm-sheet">
      <GroupTitle>{t('organize.section.base')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          { label: t('organize.field.enCode'), value: record.enCode },
          fact('shortName'),
          { label: t('organize.field.parent'), value: record.parentName || t('organize.top') },
          { label: t('organize.field.sortCode'), value: String(record.sortCode) },
          { label: t('organize.field.creatorTime'), value: <DateText value={record.creatorTime} /> },
          { label: t('organize.field.lastModifyTime'), value: <DateText value={record.lastModifyTime} /> },
        ]}
      />
      <GroupTitle>{t('organize.section.medical')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          { label: t('organize.field.dialysisCenter'), value: t(record.dialysisCenter === 1 ? 'parts.yes' : 'parts.no') },
          fact('fixmedinsCode'),
          { label: t('organize.field.priceType'), value: priceTypes(t).find((type) => type.value === record.priceType)?.text ?? record.priceType },
        ]}
      />
      <GroupTitle>{t('organize.section.company')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          fact('enterpriseNature'),
          fact('industry'),
          { label: t('organize.field.foundedTime'), value: <DateText value={facts.foundedTime} variant="date" /> },
          fact('telePhone'),
          fact('fax'),
          fact('webSite'),
          fact('address', 2),
        ]}
      />
      <GroupTitle>{t('organize.section.manager')}</GroupTitle>
      <DescriptionList columns={2} items={[fact('managerName'), fact('managerMobilePhone'), fact('managerTelePhone'), fact('manageEmail')]} />
      <GroupTitle>{t('organize.section.bank')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          fact('bankName'),
          fact('bankAccount'),
          fact('businessscope', 2),
          { label: t('organize.field.description'), value: record.description, span: 2 },
        ]}
      />
    </div>
  );
}
