import { expect, test } from 'vitest';
import { fileName } from './download.ts';

test.each([
  ['Иван Петров', 'Иван Петров.vcf'],
  ['ООО «Ромашка»: склад/офис?', 'ООО «Ромашка» склад офис.vcf'],
  ['..\\..\\etc', 'etc.vcf'],
  [' . ', 'contact.vcf'],
  ['Я'.repeat(300), `${'Я'.repeat(80)}.vcf`],
])('%j becomes the file name %j', (text, name) => {
  expect(fileName(text, 'vcf', 'contact')).toBe(name);
});
