import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';
import { signIn } from './support/sign-in.ts';
const B='http://127.0.0.1:8114/application';
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const only = process.argv[2];
for (const [dev, viewport] of [['phone',{width:360,height:640}],['desk',{width:1280,height:800}]] as const)
for (const colorScheme of ['light','dark'] as const) {
  const tag = `${dev}-${colorScheme}`;
  if (only && only!==tag) continue;
  const context = await browser.newContext({ viewport, locale:'ru-RU', colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on('pageerror', e => console.log(tag,'ERR',e.message));
  const shot = (n: string, full=false) => page.screenshot({path:`/tmp/h-orders/shots/${tag}-${n}.png`, animations:'disabled', fullPage: full});
  await page.goto(`${B}/login?redirect=/promo`);
  await signIn(page,'promoter@example.com');
  await page.getByText('Мой процент').waitFor();
  await page.waitForTimeout(2500);
  await shot('home-partial');
  await page.getByText('Мой процент').scrollIntoViewIfNeeded();
  await page.getByRole('region',{name:'Мой процент'}).screenshot({path:`/tmp/h-orders/shots/${tag}-percent-partial.png`});
  for (const s of ['paid','done']) { await page.goto(`${B}/promo/orders?status=${s}`); await page.getByText(/^Отображено/).waitFor(); }
  await page.goto(`${B}/promo`);
  await page.getByText('Мой процент').waitFor(); await page.waitForTimeout(1500);
  await page.getByRole('region',{name:'Мой процент'}).screenshot({path:`/tmp/h-orders/shots/${tag}-percent.png`});
  await page.goto(`${B}/promo/orders`); await page.getByText(/^Отображено/).waitFor(); await page.waitForTimeout(500);
  await shot('orders');
  // fake a change
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map(d=>d.name!).find(n=>n.startsWith('promo-cache|'))!;
    await new Promise<void>((ok,no)=>{ const r=indexedDB.open(name); r.onsuccess=()=>{ const db=r.result; const tx=db.transaction(['requests','seenRequests'],'readwrite'); const q=tx.objectStore('requests').getAll(); q.onsuccess=()=>{ for (const row of q.result.sort((a:any,b:any)=>b.id-a.id).filter((_:any,i:number)=>i<2||i===25)) tx.objectStore('seenRequests').put({id:row.id,seen:'x|unpaid'}) }; tx.oncomplete=()=>{db.close();ok()}; tx.onerror=no; }; });
  });
  await page.goto(`${B}/promo`); await page.getByText(/Новое:/).waitFor(); await page.waitForTimeout(800); await shot('home-new');
  await page.goto(`${B}/promo/orders`); await page.getByText('Новое').first().waitFor(); await page.waitForTimeout(500); await shot('orders-new');
  await page.getByRole('link',{name:/^Заявка /}).nth(3).click(); await page.getByText('как посчитано').waitFor(); await page.waitForTimeout(800);
  await shot('request'); await shot('request-full', true);
  const again = page.getByRole('link',{name:'Заказать еще раз'});
  await again.scrollIntoViewIfNeeded(); await shot('request-actions');
  await again.click();
  await page.getByRole('button',{name:'Подставить'}).waitFor(); await page.waitForTimeout(300); await shot('form-offer');
  await page.getByRole('textbox',{name:'Улица'}).fill('Другая');
  await page.getByRole('button',{name:'Подставить'}).click(); await page.getByRole('dialog').waitFor(); await page.waitForTimeout(300); await shot('form-ask');
  await page.getByRole('button',{name:'Заменить'}).click(); await page.waitForTimeout(300); await shot('form-filled');
  await page.evaluate(()=>{});
  await context.close();
}
await browser.close();
