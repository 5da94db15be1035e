import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ListView, NamedAudience, ViewContent } from '../../../../contract/list-view/list-view.schema.ts';
import { MAX_VIEW_NAME, MAX_VIEW_SHARES } from '../../../../contract/list-view/list-view-limits.ts';
import { EditDialog } from '../../form/edit-dialog.tsx';
import { FormStore } from '../../form/form-store.ts';
import { useStore } from '../../use-store.ts';
import { AudienceList } from '../../columns/audience-list.tsx';
import type { ViewStore } from './view-store.ts';
import { useViewText } from '../../columns/view-texts.ts';

/** What is being filled in. */
export type ViewFormSubject =
  | { readonly kind: 'create'; readonly name: string; readonly content: ViewContent }
  | { readonly kind: 'rename' | 'share'; readonly view: ListView };

interface ViewFormsProps {
  readonly store: ViewStore;
  readonly subject: ViewFormSubject;
  readonly onCreated: (view: ListView) => void;
  readonly onRenamed: (view: ListView, name: string) => void;
  readonly onClose: () => void;
}

export function ViewForms({ store, subject, onCreated, onRenamed, onClose }: ViewFormsProps) {
  if (subject.kind === 'share') return <ShareForm store={store} view={subject.view} onClose={onClose} />;
  return <NameForm store={store} subject={subject} onCreated={onCreated} onRenamed={onRenamed} onClose={onClose} />;
}

/** Pixels of the dialogs. */
const NAME_WIDTH = 440;
const SHARE_WIDTH = 560;

interface NameFormProps extends Omit<ViewFormsProps, 'subject'> {
  readonly subject: Exclude<ViewFormSubject, { readonly kind: 'share' }> | { readonly kind: 'rename' | 'share'; readonly view: ListView };
}

const NameForm = observer(function NameForm({ store, subject, onCreated, onRenamed, onClose }: NameFormProps) {
  const text = useViewText();
  const creates = subject.kind === 'create';
  const form = useStore(
    () =>
      new FormStore<{ name: string; opensWith: boolean }>({
        fields: [
          { kind: 'text', name: 'name', label: text('name'), required: true, maxLength: MAX_VIEW_NAME },
          ...(creates ? [{ kind: 'switch' as const, name: 'opensWith' as const, label: text('opensWith') }] : []),
        ],
        initial: { name: subject.kind === 'create' ? subject.name : subject.view.name, opensWith: false },
      }),
  );
  return (
    <EditDialog
      form={form}
      title={text(creates ? 'saveAs' : 'rename')}
      width={NAME_WIDTH}
      columns={1}
      onSave={async ({ name, opensWith }, act) => {
        if (subject.kind === 'create') return onCreated(await store.create(name, subject.content, opensWith, act));
        await store.rename(subject.view, name, act);
        onRenamed(subject.view, name);
      }}
      onClose={onClose}
    />
  );
});

const ShareForm = observer(function ShareForm({ store, view, onClose }: { readonly store: ViewStore; readonly view: ListView; readonly onClose: () => void }) {
  const text = useViewText();
  const [form] = useState(
    () =>
      new FormStore<{ audiences: readonly NamedAudience[] }>({
        fields: [
          {
            kind: 'custom',
            name: 'audiences',
            label: text('audiences'),
            help: text('shareNote'),
            render: ({ id, value, onChange }) => <AudienceList id={id} value={value} onChange={onChange} max={MAX_VIEW_SHARES} mayAdd={view.mine} />,
          },
        ],
        initial: { audiences: view.audiences },
      }),
  );
  return (
    <EditDialog
      form={form}
      title={text('shareTitle', { name: view.name })}
      width={SHARE_WIDTH}
      columns={1}
      onSave={({ audiences }, act) => store.share(view, audiences, act)}
      onClose={onClose}
    />
  );
});
