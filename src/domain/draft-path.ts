import { ownValue } from '#kit/own-value.ts';
import { paths, pathTo } from './paths.ts';

const FORMS: Readonly<Record<string, (instance: string) => string>> = {
  'contact.add': instance =>
    instance === 'new' ? paths.contactAdd : withQuery(paths.contactAdd, 'text', instance),
  'contact.edit': id => pathTo(paths.contactEdit, { id }),
  'order.basa': instance => orderFormPath(paths.orderAddBasa, instance),
  'order.point': instance => orderFormPath(paths.orderAddPoint, instance),
  'promoter.add': () => paths.moderationAdd,
  policy: instance => withQuery(paths.abac, 'policy', instance),
};

/** The path of the form in which a draft is continued; null for a form of a newer version of the app. */
export function draftPath(form: string, instance: string): string | null {
  return ownValue(FORMS, form)?.(instance) ?? null;
}

/** `entry:<id>` corrects an entry, `contact:<key>` starts from a contact, `new` is blank. */
function orderFormPath(path: string, instance: string): string {
  const [name = '', ...rest] = instance.split(':');
  return rest.length === 0 ? path : withQuery(path, name, rest.join(':'));
}

function withQuery(path: string, name: string, value: string): string {
  return `${path}?${new URLSearchParams({ [name]: value })}`;
}
