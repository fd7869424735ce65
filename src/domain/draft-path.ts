import { paths, pathTo } from './paths.ts';

/** The path of the form in which a draft is continued; null for a form of a newer version of the app. */
export function draftPath(form: string, instance: string): string | null {
  switch (form) {
    case 'contact.add':
      return instance === 'new' ? paths.contactAdd : withQuery(paths.contactAdd, 'text', instance);
    case 'contact.edit':
      return pathTo(paths.contactEdit, { id: instance });
    case 'order.basa':
      return orderFormPath(paths.orderAddBasa, instance);
    case 'order.point':
      return orderFormPath(paths.orderAddPoint, instance);
    case 'promoter.add':
      return paths.moderationAdd;
    case 'policy':
      return withQuery(paths.abac, 'policy', instance);
    default:
      return null;
  }
}

/** `entry:<id>` corrects an entry, `contact:<key>` starts from a contact, `new` is blank. */
function orderFormPath(path: string, instance: string): string {
  const [name = '', ...rest] = instance.split(':');
  return rest.length === 0 ? path : withQuery(path, name, rest.join(':'));
}

function withQuery(path: string, name: string, value: string): string {
  return `${path}?${new URLSearchParams({ [name]: value })}`;
}
