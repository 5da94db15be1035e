import { afterEach, expect, it } from 'vitest';
import { isShownText, menuNames } from './shown-words.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

it('[2.4-04] the picture shows menus, headings and labels, and covers whatever is data or was typed', () => {
  document.body.innerHTML = `
    <nav class="nephra-sidebar-menu"><a href="#x"><span id="menu">患者管理</span></a></nav>
    <header><h1 id="title">患者管理</h1><h2 id="name">SIM 王小明</h2></header>
    <button class="semi-button" id="loose">SIM 王小明的处方</button>
    <div class="nk-toolbar"><div class="nk-toolbar-start"><button id="add">新建</button></div></div>
    <table><thead><tr><th id="head">姓名</th></tr></thead>
      <tbody><tr><td id="cell">患者管理</td><td><div class="nk-toolbar-start"><button id="in-cell">SIM 李红</button></div></td></tr></tbody></table>
    <div class="nk-form-row"><label id="label">备注</label><textarea id="typed"></textarea></div>
    <div role="listbox"><div role="option" id="option">患者管理</div></div>`;
  const names = menuNames(document);
  const shown = [...document.querySelectorAll('[id]')].filter((one) => isShownText(one, one.textContent ?? '', names)).map(({ id }) => id);
  expect(shown).toEqual(['menu', 'title', 'add', 'head', 'label']);
});
