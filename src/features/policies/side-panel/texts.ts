export const texts = {
  sidePanel: 'Что с политикой',
  node: 'Узел',
  words: 'Словами',
  json: 'JSON',
} as const;
