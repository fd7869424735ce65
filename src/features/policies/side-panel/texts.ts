export const texts = {
  rail: 'Что с политикой',
  node: 'Узел',
  words: 'Словами',
  json: 'JSON',
} as const;
