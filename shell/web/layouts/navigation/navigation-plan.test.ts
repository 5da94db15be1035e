import { describe, expect, it } from 'vitest';
import { LAYOUT_TYPES } from '../../session/settings.store.ts';
import { navigationPlan } from './navigation-plan.ts';

describe('navigation of the four layouts', () => {
  it('[2.4-01] classic is a side navigation', () => {
    expect(navigationPlan('classic', 'desktop', true)).toMatchObject({ sidebar: 'tree', top: 'none', foldable: true });
    expect(navigationPlan('classic', 'desktop', false).sidebar).toBe('folded');
  });

  it('[2.4-01] functional is a top navigation alone', () => {
    expect(navigationPlan('functional', 'desktop', true)).toMatchObject({ sidebar: 'none', top: 'float', foldable: false });
  });

  it('[2.4-01] blend is top plus left, the left one showing children of the top entry', () => {
    expect(navigationPlan('blend', 'desktop', true)).toMatchObject({ sidebar: 'tree', top: 'pick', leftOnly: true });
  });

  it('[2.4-01] plain is a narrow icon sidebar', () => {
    expect(navigationPlan('plain', 'desktop', true)).toMatchObject({ sidebar: 'plain', top: 'none', foldable: false });
  });

  it('[4-11] a phone gets the whole tree as an overlay, whatever the layout', () => {
    for (const layout of LAYOUT_TYPES) {
      expect(navigationPlan(layout, 'mobile', true)).toMatchObject({ sidebar: 'overlay', top: 'none', leftOnly: false });
      expect(navigationPlan(layout, 'mobile', false).sidebar).toBe('overlay-closed');
    }
  });
});
