/** Test kit: one fake per interface, page rendering, the static conformance checks. */
export { answerContract, createFakeHttp, type FakeAnswer, type FakeHttp, type RecordedCall } from './fakes/fake-http.ts';
export { createFakeJobRun, type FakeJobRun } from './fakes/fake-job-run.ts';
export { createFakeIdentity, type FakeIdentity } from './fakes/fake-identity.ts';
export { type FakeForeignSystem, fakeReply } from './fakes/fake-outbound.ts';
export { createFakeServerContext, type FakeServerContext, type FakeServerOptions, type ServerRecord } from './fakes/fake-server-context.ts';
export { createFakeMenu, createFakeWebContext, type FakeWebContext, type FakeWebOptions, type WebRecord } from './fakes/fake-web-context.ts';
export { readXlsx, type XlsxCell, type XlsxSheet } from './read-xlsx.ts';
export { recordRow } from './record-row.ts';
export { type RenderedPage, type RenderOptions, renderElement, renderPage } from './render-page.tsx';
export { type ConformanceFinding, type ConformanceReport, type ConformanceRule, runConformance } from './conformance.ts';
export { type ColumnFacts, type IndexFacts, TABLE_FACTS_SQL, type TableFacts, tableDrift } from './table-drift.ts';
