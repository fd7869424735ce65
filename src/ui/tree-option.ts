/** An item of a tree list: what has children is a group, what has none can be chosen. */
export type TreeOption = { id: number | string; name: string; children?: readonly TreeOption[] | undefined };
