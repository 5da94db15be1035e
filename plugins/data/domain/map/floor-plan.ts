type Room = readonly [name: string, left: number, bottom: number, width: number, height: number];

/** Of a floor that nobody has built: metres, drawn as so many thousandths of a degree around a point in no country. */
const ROOMS: readonly Room[] = [
  ['SIM 透析一区', 0, 14, 16, 10],
  ['SIM 透析二区', 16, 14, 16, 10],
  ['SIM 隔离透析区', 32, 14, 10, 10],
  ['SIM 护士站', 16, 10, 10, 4],
  ['SIM 走廊', 0, 10, 16, 4],
  ['SIM 走廊东', 26, 10, 16, 4],
  ['SIM 候诊区', 0, 0, 10, 10],
  ['SIM 接诊室', 10, 0, 7, 10],
  ['SIM 水处理间', 17, 0, 8, 10],
  ['SIM 库房', 25, 0, 7, 10],
  ['SIM 处置室', 32, 0, 5, 10],
  ['SIM 更衣室', 37, 0, 5, 10],
];
const SCALE = 1_000;

function ringOf([, left, bottom, width, height]: Room): (readonly [number, number])[] {
  const [right, top] = [left + width, bottom + height];
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ] as const;
  return corners.map(([x, y]) => [x / SCALE, y / SCALE] as const);
}

/** A made-up floor of a dialysis centre as GeoJSON, for the demo system. */
export const FLOOR_PLAN: string = JSON.stringify({
  type: 'FeatureCollection',
  features: ROOMS.map((room) => ({ type: 'Feature', properties: { name: room[0] }, geometry: { type: 'Polygon', coordinates: [ringOf(room)] } })),
});
