import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { TreeList } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { GrantObjectType } from '../../contract/authority.schema.ts';
import { OBJECT_TYPES, type ObjectChooserStore } from './object-chooser.store.ts';
import './parts.css';

export interface ObjectChooserProps {
  readonly store: ObjectChooserStore;
  readonly onChoose: (id: string) => void;
  /** Kinds on offer. Default: all. */
  readonly types?: readonly GrantObjectType[];
}

/** Whose rights: a role, a position, a person or a group. */
export const ObjectChooser = observer(function ObjectChooser({ store, onChoose, types = OBJECT_TYPES }: ObjectChooserProps) {
  const { t } = usePlugin();
  return (
    <div className="pm-side pm-objects">
      {types.length > 1 && (
        // One tree for all tabs stands below: the panels are empty, and no place to stop at.
        <Tabs type="line" size="small" activeKey={store.type} onChange={(type) => store.show(type as GrantObjectType)}>
          {types.map((type) => (
            <TabPane key={type} tabIndex={-1} tab={t(`authorize.object.${type}`)} itemKey={type} />
          ))}
        </Tabs>
      )}
      <TreeList
        key={store.type}
        label={t(`authorize.object.${store.type}`)}
        store={store.tree}
        filterHint={store.type === 'User' ? t('parts.findPerson') : undefined}
        canChoose={store.canChoose}
        isDimmed={(node) => node.enabledMark === 0}
        onSelect={(node) => onChoose(node.id)}
      />
    </div>
  );
});
