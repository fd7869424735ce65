import * as ru from '../messages/ru.ts';
import { type AsyncRule, assertCount, assertNumber, asyncRule, isList, type Rule, rule } from '../rule.ts';

/** A name with one of the extensions, in any case. */
export function ext<Input>(...extensions: readonly [string, ...string[]]): Rule<Input> {
  const params = extensions.map(extension => extension.replace(/^\./, ''));
  const endings = params.map(extension => `.${extension.toLowerCase()}`);
  return rule('ext', params, ru.ext, value =>
    everyFile(value, file => endings.some(ending => nameOf(file).endsWith(ending))),
  );
}

/** One of the media types; 'image/*' is any of images. */
export function mimes<Input>(...types: readonly [string, ...string[]]): Rule<Input> {
  for (const type of types) {
    if (!/^[\w*.+-]+\/[\w*.+-]+$/.test(type))
      throw new Error(`The rule mimes needs media types, not "${type}"`);
  }
  return rule('mimes', types, ru.mimes, value =>
    everyFile(value, file => types.some(type => isOfType(file, type.toLowerCase()))),
  );
}

function isOfType(file: Blob, type: string): boolean {
  // Some browsers add parameters: text/plain;charset=utf-8.
  const [own = ''] = file.type.toLowerCase().split(';');
  if (type === '*/*') return true;
  return type.endsWith('/*') ? own.startsWith(type.slice(0, -1)) : own === type;
}

const IMAGE_NAME = /\.(jpe?g|png|gif|bmp|svg|webp|avif|hei[cf])$/;

/** An image by its media type; by its extension only where the device names no type. */
export function image<Input>(): Rule<Input> {
  return rule('image', [], ru.image, value =>
    everyFile(value, file => (file.type === '' ? IMAGE_NAME.test(nameOf(file)) : isOfType(file, 'image/*'))),
  );
}

/** At most so many kilobytes (of 1024 bytes). */
export function size<Input>(kilobytes: number): Rule<Input> {
  assertNumber('size', kilobytes);
  return rule('size', [kilobytes], ru.size, value => everyFile(value, file => file.size <= kilobytes * 1024));
}

/** How wide and high an image is, in pixels; null if the file is no image that can be read (ui/form/read-image-size). */
export type ReadImageSize = (file: Blob) => Promise<{ width: number; height: number } | null>;

/** An image of exactly this size in pixels; of several files each. For v.pipeAsync, since decoding takes time. */
export function dimensions<Input>(width: number, height: number, read: ReadImageSize): AsyncRule<Input> {
  assertCount('dimensions', width, height);
  return asyncRule('dimensions', [width, height], ru.dimensions, async value => {
    const sizes = await Promise.all(filesOf(value).map(read));
    return sizes.length > 0 && sizes.every(size => size?.width === width && size.height === height);
  });
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name.toLowerCase() : '';
}

function everyFile(value: unknown, passes: (file: Blob) => boolean): boolean {
  const files = filesOf(value);
  return files.length > 0 && files.every(passes);
}

/** The files of a field's value: one, an array, or an input's list. Nothing if anything else is among them. */
function filesOf(value: unknown): Blob[] {
  const all = isList(value) ? Array.from(value) : [value];
  const files = all.filter(file => file instanceof Blob);
  return files.length === all.length ? files : [];
}
