import { type ComponentType, createElement, useState } from 'react';
import type { Elements } from '#ui/elements.ts';

/** One piece of the product in all its states, by their names. Each file of `sections/` exports some. */
export type Section = { title: string; states: Readonly<Record<string, Elements>> };

type Controlled = { value: unknown; onChange: (value: never) => void };

/** A field that keeps its own value; `start` is another one than the empty one. */
export function withValue<Props extends Controlled>(Field: ComponentType<Props>, empty: Props['value']) {
  return function Example(props: Omit<Props, 'value' | 'onChange'> & { start?: Props['value'] }) {
    const { start = empty, ...looks } = props;
    const [value, onChange] = useState(start);
    // The two that `Omit` has taken away are given back.
    return createElement(Field, { ...looks, value, onChange } as unknown as Props);
  };
}
