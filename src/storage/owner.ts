/** Whose work an entry is. `actorId` is set when somebody worked as that user. */
export type Owner = { apiOrigin: string; userId: number; actorId?: number };

/** The one text form of an owner; work done as somebody else is kept apart. */
export function ownerKeyOf({ apiOrigin, userId, actorId }: Owner): string {
  return `${apiOrigin}|${userId}${actorId === undefined ? '' : `|${actorId}`}`;
}
