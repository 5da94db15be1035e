import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, DescriptionSections } from '@nephra/plugin-sdk/widgets';
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
      <DescriptionSections
        columns={2}
        sections={[
          {
            title: t('organize.section.base'),
            items: [
              { label: t('organize.field.enCode'), value: record.enCode },
              fact('shortName'),
              { label: t('organize.field.parent'), value: record.parentName || t('organize.top') },
              { label: t('organize.field.sortCode'), value: String(record.sortCode) },
              { label: t('organize.field.creatorTime'), value: <DateText value={record.creatorTime} /> },
              { label: t('organize.field.lastModifyTime'), value: <DateText value={record.lastModifyTime} /> },
            ],
          },
          {
            title: t('organize.section.medical'),
            items: [
              { label: t('organize.field.dialysisCenter'), value: t(record.dialysisCenter === 1 ? 'parts.yes' : 'parts.no') },
              fact('fixmedinsCode'),
              { label: t('organize.field.priceType'), value: priceTypes(t).find((type) => type.value === record.priceType)?.text ?? record.priceType },
            ],
          },
          {
            title: t('organize.section.company'),
            items: [
              fact('enterpriseNature'),
              fact('industry'),
              { label: t('organize.field.foundedTime'), value: <DateText value={facts.foundedTime} variant="date" /> },
              fact('telePhone'),
              fact('fax'),
              fact('webSite'),
              fact('address', 2),
            ],
          },
          {
            title: t('organize.section.manager'),
            items: [fact('managerName'), fact('managerMobilePhone'), fact('managerTelePhone'), fact('manageEmail')],
          },
          {
            title: t('organize.section.bank'),
            items: [
              fact('bankName'),
              fact('bankAccount'),
              fact('businessscope', 2),
              { label: t('organize.field.description'), value: record.description, span: 2 },
            ],
          },
        ]}
      />
    </div>
  );
}
