// Written by a test from gridscope_debugger::look. Do not edit.
export const LOOK = `
:host { color-scheme:dark;--canvas:#0d0f13;--window:#13161b;--widget:#242932;--hover:#2e343f;--weak:#9da6b5;--text:#d3d8e1;--strong:#f4f6f9;--now:#ffbf3f;--now_ink:#1e1400;--link:#8fc1ff;--selected:#24395c;--tie:#ff7ab8; }
:host([theme="light"]) { color-scheme:light;--canvas:#e9ecf0;--window:#f4f5f7;--widget:#e7eaee;--hover:#dbe0e7;--weak:#555e6c;--text:#252a33;--strong:#0e1116;--now:#b05700;--now_ink:#ffffff;--link:#1457b8;--selected:#d6e5fc;--tie:#bc1273; }
:host([theme="colour-blind"]) { color-scheme:dark;--canvas:#0d0f13;--window:#13161b;--widget:#242932;--hover:#2e343f;--weak:#9da6b5;--text:#d3d8e1;--strong:#f4f6f9;--now:#ffbf3f;--now_ink:#1e1400;--link:#8fc1ff;--selected:#24395c;--tie:#8583ff; }
@media (prefers-color-scheme: light) { :host(:not([theme])) { color-scheme:light;--canvas:#e9ecf0;--window:#f4f5f7;--widget:#e7eaee;--hover:#dbe0e7;--weak:#555e6c;--text:#252a33;--strong:#0e1116;--now:#b05700;--now_ink:#ffffff;--link:#1457b8;--selected:#d6e5fc;--tie:#bc1273; } }
`;
