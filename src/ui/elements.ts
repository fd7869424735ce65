import type { ReactElement } from 'react';

/**
 * What a place takes that has neighbours: elements, and no bare text. A browser that translates the page replaces text
 * nodes, and React can then insert and remove nothing beside them.
 */
export type Elements = ReactElement | readonly Elements[] | false | '' | null | undefined;
