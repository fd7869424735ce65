import { sql } from 'drizzle-orm';
import { openEmbedded } from '#server/db/open.ts';
import { statfsSync } from 'node:fs';
const dir='/work/t/x/tmpfs/db';
const free=()=>{const s=statfsSync('/work/t/x/tmpfs');return Math.round(s.bavail*s.bsize/1e6)};
const o = await openEmbedded(dir);
console.log('opened, free MB', free());
await o.db.execute(sql`create table if not exists t (id serial primary key, v text)`);
let n=0;
try { for(;;){ await o.db.transaction(async tx=>{ await tx.execute(sql`insert into t (v) select repeat(md5(random()::text), 30) from generate_series(1,200)`)}); n++; if(n%50===0) console.log(n, free()); } }
catch(e:any){ console.log('failed after',n,'free',free(), e.code, e.cause?.code, String(e.cause?.message??e.message).slice(0,200)); }
console.log('reading');
try { console.log(await o.db.execute(sql`select count(*) from t`)); } catch(e:any){ console.log('read failed', e.cause?.message ?? e.message); }
try { await o.db.execute(sql`insert into t (v) values ('a')`); console.log('write ok'); } catch(e:any){ console.log('write failed', e.cause?.message ?? e.message); }
await o.close(); console.log('closed');
