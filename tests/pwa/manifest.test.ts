import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtFiles, pngSize, readBuilt } from '#tests/support/build.ts';

const picture = v.object({ src: v.string(), sizes: v.string(), type: v.string() });

const manifestShape = v.object({
  id: v.literal('/application/'),
  scope: v.literal('/application/'),
  start_url: v.literal('/application/promo?source=pwa'),
  lang: v.literal('ru'),
  name: v.pipe(v.string(), v.nonEmpty()),
  short_name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(12)),
  description: v.pipe(v.string(), v.nonEmpty()),
  display: v.literal('standalone'),
  display_override: v.array(v.string()),
  background_color: v.string(),
  theme_color: v.string(),
  prefer_related_applications: v.literal(false),
  icons: v.array(v.object({ ...picture.entries, purpose: v.picklist(['any', 'maskable', 'monochrome']) })),
  screenshots: v.array(
    v.object({
      ...picture.entries,
      form_factor: v.picklist(['narrow', 'wide']),
      label: v.pipe(v.string(), v.nonEmpty()),
    }),
  ),
  shortcuts: v.array(
    v.object({ name: v.string(), url: v.pipe(v.string(), v.startsWith('/application/promo/')) }),
  ),
  share_target: v.object({
    action: v.string(),
    method: v.literal('GET'),
    params: v.object({ text: v.string() }),
  }),
});

const manifest = v.parse(manifestShape, JSON.parse(readBuilt('manifest.webmanifest').toString()));

describe('the manifest', () => {
  it.each([
    ['any', '192x192'],
    ['any', '512x512'],
    ['maskable', '192x192'],
    ['maskable', '512x512'],
    ['monochrome', '512x512'],
  ])('has an icon for %s of %s', (purpose, sizes) => {
    expect(manifest.icons.filter(icon => icon.purpose === purpose && icon.sizes === sizes)).toHaveLength(1);
  });

  it('shows the app on a phone and on a desk before it is installed', () => {
    const shown = (form: string) => manifest.screenshots.filter(({ form_factor }) => form_factor === form);
    expect(shown('narrow').length).toBeGreaterThanOrEqual(2);
    expect(shown('wide').length).toBeGreaterThanOrEqual(1);
  });

  it('tells the true size of every picture', () => {
    const pictures = [...manifest.icons, ...manifest.screenshots];
    const lies = pictures.filter(({ src, sizes }) => pngSize(readBuilt(src)) !== sizes);
    expect(lies).toEqual([]);
  });

  it('leads to four places by shortcuts, and shared text to a new contact', () => {
    expect(manifest.shortcuts.map(shortcut => shortcut.name)).toEqual([
      'Новый контакт',
      'Оформить заявку',
      'Телефоны',
      'Очередь',
    ]);
    expect(manifest.share_target.action).toBe('/application/promo/contacts/add');
  });

  it('comes with the pictures that the page names for other systems', () => {
    expect(builtFiles()).toEqual(expect.arrayContaining(['favicon.svg', 'icons/apple-touch-180.png']));
    expect(pngSize(readBuilt('icons/apple-touch-180.png'))).toBe('180x180');
  });
});
