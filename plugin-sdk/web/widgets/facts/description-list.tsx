import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { GroupTitle } from './group-title.tsx';
import './description-list.css';

export interface DescriptionItem {
  readonly label: string;
  readonly value: ReactNode;
  /** Columns it takes. Default 1. */
  readonly span?: number;
}

export interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
  /** Default 3; on a phone one. */
  readonly columns?: number;
}

/** Label and value pairs in columns. An empty value shows a dash. */
export function DescriptionList({ items, columns = 3 }: DescriptionListProps) {
  return (
    <dl className="nk-facts" style={{ '--nk-columns': columns } as CSSProperties}>
      {items.map(({ label, value, span = 1 }) => (
        <div key={label} style={{ '--nk-span': Math.min(span, columns) * 2 } as CSSProperties}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface DescriptionSection {
  readonly title: string;
  readonly items: readonly DescriptionItem[];
}

export interface DescriptionSectionsProps {
  /** False or null leaves a section out. */
  readonly sections: readonly (DescriptionSection | false | null)[];
  /** Of every section. Default 3; on a phone one. */
  readonly columns?: number;
}

/** Sections of one record below each other, each with its heading. Values stand in line through all of them. */
export function DescriptionSections({ sections, columns = 3 }: DescriptionSectionsProps) {
  return (
    <div className="nk-facts-sections" style={{ '--nk-columns': columns } as CSSProperties}>
      {sections.map(
        (section) =>
          section && (
            <Fragment key={section.title}>
              <GroupTitle>{section.title}</GroupTitle>
              <DescriptionList items={section.items} columns={columns} />
            </Fragment>
          ),
      )}
    </div>
  );
}
