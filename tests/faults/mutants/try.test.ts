import { it, expect } from 'vitest';
import { guards } from './guards/all.ts';
for (const g of guards) it(`[${g.rule}] ${g.name}`, async () => { const t = performance.now(); await g.run(); const d = performance.now()-t; if (d>60) console.log(Math.round(d), g.name); }, 5000);
