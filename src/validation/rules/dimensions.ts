import * as ru from '../messages/ru.ts';
import { type AsyncRule, assertCount, asyncRule } from '../rule.ts';
import { filesOf } from './files.ts';

/** How wide and high an image is, in pixels; null if the file is no image that can be read (ui/form/read-image-size). */
export type ReadImageSize = (file: Blob) => Promise<{ width: number; height: number } | null>;

/** An image of exactly this size in pixels; of several files each. For v.pipeAsync, since decoding takes time. */
export function dimensions<Input>(width: number, height: number, read: ReadImageSize): AsyncRule<Input> {
  assertCount('dimensions', width, height);
  return asyncRule({ rule: 'dimensions', params: [width, height], russian: ru.dimensions }, async value => {
    const sizes = await Promise.all(filesOf(value).map(read));
    return sizes.length > 0 && sizes.every(size => size?.width === width && size.height === height);
  });
}
