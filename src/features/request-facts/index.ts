/** What a promoter and a moderator see of a request alike. */

export { RequestFacts } from './request-facts.tsx';
export { texts as factTexts } from './texts.ts';
