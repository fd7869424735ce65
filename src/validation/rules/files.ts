import * as ru from '../messages/ru.ts';
import { assertNumber, isList, type Rule, rule } from '../rule.ts';

/** A name with one of the extensions, in any case. */
export function ext<Input>(...extensions: readonly [string, ...string[]]): Rule<Input> {
  const params = extensions.map(extension => extension.replace(/^\./, ''));
  const endings = params.map(extension => `.${extension.toLowerCase()}`);
  return rule(
    { rule: 'ext', params, russian: ru.ext },
    eachFile(file => endings.some(ending => nameOf(file).endsWith(ending))),
  );
}

/** One of the media types; 'image/*' is any of images. */
export function mimes<Input>(...types: readonly [string, ...string[]]): Rule<Input> {
  for (const type of types) {
    if (!/^[\w*.+-]+\/[\w*.+-]+$/.test(type))
      throw new Error(`The rule mimes needs media types, not "${type}"`);
  }
  return rule(
    { rule: 'mimes', params: types, russian: ru.mimes },
    eachFile(file => types.some(type => isOfType(file, type.toLowerCase()))),
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
  return rule(
    { rule: 'image', params: [], russian: ru.image },
    eachFile(file => (file.type === '' ? IMAGE_NAME.test(nameOf(file)) : isOfType(file, 'image/*'))),
  );
}

/** At most so many kilobytes (of 1024 bytes). */
export function size<Input>(kilobytes: number): Rule<Input> {
  assertNumber('size', kilobytes);
  return rule(
    { rule: 'size', params: [kilobytes], russian: ru.size },
    eachFile(file => file.size <= kilobytes * 1024),
  );
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name.toLowerCase() : '';
}

function eachFile(passes: (file: Blob) => boolean): (value: unknown) => boolean {
  return value => filesOf(value).length > 0 && filesOf(value).every(passes);
}

/** The files of a field's value: one, an array, or an input's list. Nothing if anything else is among them. */
export function filesOf(value: unknown): Blob[] {
  const all = isList(value) ? Array.from(value) : [value];
  const files = all.filter(file => file instanceof Blob);
  return files.length === all.length ? files : [];
}
