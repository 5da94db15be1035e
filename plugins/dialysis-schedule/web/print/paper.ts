import type { WebContext } from '@nephra/plugin-sdk/web';

/** Lists on A4 lying on its side: a heading, when, and a table whose head stands on every page. As wide as the page it would lose its last line to the margin. */
export const LIST_CSS = `
@page{size:A4 landscape;margin:8mm}
body{margin:0;font:11px/1.35 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}
h1{margin:0 0 2px;font-size:16px;text-align:center}p{margin:0 0 4px;text-align:center}
table{width:calc(100% - 1px);border-collapse:collapse;table-layout:fixed}th,td{padding:2px 3px;border:1px solid #000;overflow-wrap:anywhere;text-align:left;vertical-align:top}
th{background:#eee;-webkit-print-color-adjust:exact;print-color-adjust:exact}tr{break-inside:avoid}thead{display:table-header-group}small{color:#333}
`;

/** Without the group that it belongs to. */
export const facilityOf = ({ organizeName }: WebContext['user']): string => organizeName.split('/').at(-1) ?? '';
