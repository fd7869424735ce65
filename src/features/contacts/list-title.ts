/** The name of the list; a file of its own, because the first view needs no other word. */
export const LIST_TITLE = 'Телефоны';
