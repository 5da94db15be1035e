import type { ChartOption } from '@nephra/plugin-sdk/widgets';

/** GeoJSON as it was checked when it was uploaded. */
export interface Shapes {
  readonly type: 'FeatureCollection';
  readonly features: readonly { readonly properties: Readonly<Record<string, unknown>>; readonly geometry: { readonly type: string } }[];
}

/** What its shapes are called, each once. */
export const namesOf = ({ features }: Shapes): string[] => [
  ...new Set(features.flatMap(({ properties: { name } }) => (typeof name === 'string' && name !== '' ? [name] : []))),
];

/** Names stand in the shapes up to this many: more lie over each other. */
const MAX_LABELS = 40;
/** On a phone, where a shape has a third of the room. */
const MAX_LABELS_NARROW = 6;

export const mapOption = (id: string, shapes: Shapes, narrow = false): ChartOption => ({
  maps: { [id]: shapes },
  tooltip: { trigger: 'item', confine: true },
  geo: {
    map: id,
    roam: true,
    // Degrees as they are: a floor plan keeps its shape, wherever on earth it was drawn.
    aspectScale: 1,
    label: { show: namesOf(shapes).length <= (narrow ? MAX_LABELS_NARROW : MAX_LABELS), fontSize: 10 },
    itemStyle: { areaColor: 'rgba(24, 144, 255, 0.12)', borderColor: '#1890ff' },
    emphasis: { itemStyle: { areaColor: 'rgba(24, 144, 255, 0.32)' }, label: { show: true } },
    tooltip: { show: true },
  },
});
