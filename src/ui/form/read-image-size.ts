import type { ReadImageSize } from '#validation/rules/files.ts';

/** Lets the browser decode an image, for the rule `dimensions`. Vector images (SVG) have no size of their own there. */
export const readImageSize: ReadImageSize = async file => {
  // Whatever cannot be decoded is rejected, and that is the answer.
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
};
